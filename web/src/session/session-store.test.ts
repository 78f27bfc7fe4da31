import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSessionStore } from './session-store.ts';
import type { Session } from './session.ts';

const session: Session = {
  token: 'first',
  expiresAt: '2026-11-21 10:00:00',
  permissions: [],
  user: { id: 1, name: 'Ana', email: 'ana@x.example', user_type: 'produtor', email_verified: true },
};

/** A store on a device with room for so many characters. */
function storeWithRoom(room: number) {
  let stored: string | null = null;
  return createSessionStore('s', {
    storage: {
      getItem: () => stored,
      setItem: (_key, value) => {
        if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
        stored = value;
      },
      removeItem: () => {
        stored = null;
      },
    },
    channel: { postMessage: () => undefined, addEventListener: () => undefined },
  });
}

it('a session that a device has no room for does not begin, and the user reads why', () => {
  const store = storeWithRoom(20);
  assert.throws(() => store.set(session), /^Error: Não há espaço neste aparelho/);
  assert.equal(store.get(), undefined);
});

it('a session goes on where there is no room for a change of it', () => {
  const store = storeWithRoom(JSON.stringify(session).length);
  store.set(session);
  store.change({ user: { ...session.user, name: 'Ana Maria' } });
  assert.equal(store.get()?.user.name, 'Ana');
});
