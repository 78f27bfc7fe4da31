import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import { until } from '../../../server/test/until.ts';
import { createRenewal, type Exchange } from './renewal.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import type { Session } from './session.ts';

const session: Session = {
  token: 'first',
  expiresAt: '2026-11-21 10:00:00',
  permissions: [],
  user: { id: 1, name: 'Ana', email: 'ana@x.example', user_type: 'produtor', email_verified: true },
};
const shared = (): Map<string, string> => new Map();

/** Opens one tab of a browser: tabs share the storage and receive each other's messages. */
function openTab(stored: Map<string, string>, channel: BroadcastChannel): SessionStore {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      stored.set(key, value);
    },
    removeItem: (key: string) => {
      stored.delete(key);
    },
  };
  return createSessionStore('s', { storage, channel });
}

function lone(): SessionStore {
  const channel = new BroadcastChannel(crypto.randomUUID());
  channel.close();
  const store = openTab(shared(), {
    postMessage: () => undefined,
    addEventListener: () => undefined,
  } as unknown as BroadcastChannel); // no listener
  store.set(session);
  return store;
}

describe('renewing a session', () => {
  it('happens once for any number of concurrent callers', async () => {
    let exchanges = 0;
    const exchange: Exchange = async () => {
      exchanges += 1;
      await sleep(10);
      return { token: 'second', expiresAt: '2026-11-22 10:00:00' };
    };
    const store = lone();
    const renew = createRenewal({ store, exchange, lock: (work) => work() });
    assert.deepEqual(
      new Set(await Promise.all(Array.from({ length: 10 }, () => renew(session)))),
      new Set(['second']),
    );
    assert.equal(exchanges, 1);
    assert.equal(store.get()?.token, 'second');
  });

  it('is already done for a caller whose token has been replaced', async () => {
    const renew = createRenewal({
      store: lone(),
      exchange: () => assert.fail('nobody should ask'),
      lock: (work) => work(),
    });
    assert.equal(await renew({ ...session, token: 'an older one' }), 'first');
  });

  it('ends the session only when the service refuses it', async () => {
    const store = lone();
    const refusing = createRenewal({
      store,
      exchange: () => Promise.reject(new NoAnswer()),
      lock: (work) => work(),
    });
    await assert.rejects(refusing(session), NoAnswer);
    assert.equal(store.get()?.token, 'first');
    const down = createRenewal({
      store,
      exchange: () => Promise.reject(new ApiError(503, {})),
      lock: (work) => work(),
    });
    await assert.rejects(down(session), ApiError);
    assert.equal(store.get()?.token, 'first');
    const over = createRenewal({
      store,
      exchange: () => Promise.reject(new ApiError(401, {})),
      lock: (work) => work(),
    });
    assert.equal(await over(session), undefined);
    assert.deepEqual([store.get(), store.ended()], [undefined, 'expired']);
  });

  it('leaves the reason why the session ended while the service was asked', async () => {
    const store = lone();
    const renew = createRenewal({
      store,
      exchange: () => {
        store.clear('left_elsewhere');
        return Promise.reject(new ApiError(401, {}));
      },
      lock: (work) => work(),
    });
    assert.equal(await renew(session), undefined);
    assert.equal(store.ended(), 'left_elsewhere');
  });

  it("never gives one user's request another user's token, nor mixes their sessions", async () => {
    const bruno: Session = {
      ...session,
      token: 'of Bruno',
      user: { ...session.user, id: 2, name: 'Bruno' },
    };
    const answers = [
      () => Promise.resolve({ token: 'second', expiresAt: '2026-11-22 10:00:00' }),
      () => Promise.reject(new ApiError(401, {})),
    ];
    for (const answer of answers) {
      const store = lone();
      const renew = createRenewal({
        store,
        exchange: () => {
          store.clear('left');
          store.set(bruno);
          return answer();
        },
        lock: (work) => work(),
      });
      assert.equal(await renew(session), undefined);
      assert.deepEqual(store.get(), bruno);
      assert.equal(await renew(session), undefined);
      store.change({ user: session.user });
      assert.deepEqual(store.get(), bruno);
    }
  });

  it('of one user is not answered with the token of another, whose renewal still runs', async () => {
    const store = lone();
    const late = Promise.withResolvers<Pick<Session, 'token' | 'expiresAt'>>();
    const renew = createRenewal({
      store,
      exchange: (token) =>
        token === 'first'
          ? late.promise
          : Promise.resolve({ token: 'of Bruno, renewed', expiresAt: '2026-11-22 10:00:00' }),
      lock: (work) => work(),
    });
    const first = renew(session);
    const bruno: Session = { ...session, token: 'of Bruno', user: { ...session.user, id: 2 } };
    store.set(bruno);
    assert.equal(await renew(bruno), 'of Bruno, renewed');
    late.resolve({ token: 'second', expiresAt: '2026-11-22 10:00:00' });
    assert.equal(await first, undefined);
    assert.equal(store.get()?.token, 'of Bruno, renewed');
  });
});

describe('the tabs of a portal', () => {
  it('share the session: logging out in one logs out of all', async () => {
    const stored = shared();
    const name = crypto.randomUUID();
    const [here, there] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    try {
      const [one, two] = [openTab(stored, here), openTab(stored, there)];
      one.set(session);
      await until('the other tab has the session', () => two.get()?.token === 'first');
      two.change({ token: 'second' });
      assert.equal(one.get()?.token, 'second');
      one.clear('left');
      await until('the other tab has heard of it', () => two.ended() !== undefined);
      assert.deepEqual(
        [two.get(), two.ended(), one.ended()],
        [undefined, 'left_elsewhere', 'left'],
      );
    } finally {
      here.close();
      there.close();
    }
  });

  it('go on from what another tab stored, before its message has arrived', () => {
    const stored = shared();
    const silent = {
      postMessage: () => undefined,
      addEventListener: () => undefined,
    } as unknown as BroadcastChannel; // delivers nothing
    const one = openTab(stored, silent);
    one.set(session);
    const two = openTab(stored, silent);
    one.change({ token: 'second' });
    assert.equal(two.get()?.token, 'second');
    one.change({ token: 'third' });
    two.change({ permissions: ['orders.view'] });
    assert.equal(two.get()?.token, 'third', 'a change leaves the newer token');
    one.set({ ...session, token: 'of Bruno', user: { ...session.user, id: 2 } });
    two.change({ user: session.user });
    assert.deepEqual([two.get()?.token, two.get()?.user.id], ['of Bruno', 2]);
    one.clear('left');
    two.change({ token: 'late' });
    assert.equal(stored.size, 0);
  });

  it('treat foreign data in the storage as no session', () => {
    for (const text of ['{', '7', '"x"', '{"token":1}', '{"token":"a"}', 'null']) {
      const stored = new Map([['s', text]]);
      const channel = {
        postMessage: () => undefined,
        addEventListener: () => undefined,
      } as unknown as BroadcastChannel; // no listener
      assert.equal(openTab(stored, channel).get(), undefined, text);
    }
  });
});
