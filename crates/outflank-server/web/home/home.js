import '../shell.js';
import { byId } from '../dom.js';
import { Form } from './form.js';
import { showLists } from './lists.js';

new Form(byId('new-game', HTMLFormElement));
showLists();
