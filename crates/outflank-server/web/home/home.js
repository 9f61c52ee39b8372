// The first page: start a game, join one, watch one, go on with one.

import '../shell.js';
import { byId } from '../dom.js';
import { Form } from './form.js';
import { showLists } from './lists.js';

new Form(byId('new-game', HTMLFormElement));
showLists();
