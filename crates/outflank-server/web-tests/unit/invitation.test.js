import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invitation, isLoopback } from '../../web/invitation.js';

const local = new URL('http://127.0.0.1:8220');
const LAN = ['http://192.168.1.5:8220', 'http://10.0.0.7:8220'];

test('a server on loopback has no link for others', () => {
  const site = { reachable: false, public_url: null, addresses: [] };
  assert.deepEqual(invitation(site, local), { kind: 'local' });
  assert.deepEqual(invitation(site, new URL('http://localhost:8220')), { kind: 'local' });
  // Behind a proxy on the same computer, others come as this page did.
  const proxied = new URL('https://othello.example');
  assert.deepEqual(invitation(site, proxied), { kind: 'share', addresses: ['https://othello.example'] });
});

test('a page on loopback uses the network addresses in invitations', () => {
  const site = { reachable: true, public_url: null, addresses: LAN };
  assert.deepEqual(invitation(site, local), { kind: 'share', addresses: LAN });
  assert.deepEqual(invitation({ ...site, addresses: [] }, local), { kind: 'unknown' });
});

test('a page opened over the network uses its own address', () => {
  const site = { reachable: true, public_url: null, addresses: [] };
  const here = new URL('http://laptop.local:8220');
  assert.deepEqual(invitation(site, here), { kind: 'share', addresses: ['http://laptop.local:8220'] });
});

test('a configured address takes precedence', () => {
  const site = { reachable: true, public_url: 'https://club.example', addresses: ['https://club.example'] };
  for (const here of [local, new URL('http://192.168.1.5:8220')]) {
    assert.deepEqual(invitation(site, here), { kind: 'share', addresses: ['https://club.example'] });
  }
});

test('loopback has several names', () => {
  for (const name of ['localhost', 'club.localhost', '127.0.0.1', '127.1.2.3', '[::1]']) assert.ok(isLoopback(name), name);
  for (const name of ['192.168.1.5', '127.0.0.1.example', 'localhost.example', '[::2]', '12.7.0.1']) assert.ok(!isLoopback(name), name);
});
