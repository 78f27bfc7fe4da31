import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOfflineCache } from './offline-cache.ts';
import { createSessionStore } from './session-store.ts';
import type { Session } from './session.ts';

/** Returns a fake of the parts of a browser's caches that are used. */
function someCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const held = all.get(name) ?? new Map<string, Response>();
    all.set(name, held);
    return {
      put: async (url: string, response: Response) => {
        held.set(url, response);
      },
      delete: async (url: string) => held.delete(url),
      match: async (url: string) => held.get(url)?.clone(),
      keys: async () => [...held.keys()],
    };
  };
  return {
    all,
    caches: {
      open,
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
    } as unknown as CacheStorage,
  };
}

const sessionOf = (id: number): Session => ({
  token: `t${id}`,
  expiresAt: '2026-11-23 08:00:00',
  user: { id, name: 'Alguém', email: 'a@b.example', user_type: 'produtor', email_verified: true },
  permissions: [],
});

function start() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      stored.set(key, value);
    },
    removeItem: (key: string) => {
      stored.delete(key);
    },
  };
  const session = createSessionStore('session', {
    storage,
    channel: { postMessage: () => undefined, addEventListener: () => undefined },
  });
  const device = someCaches();
  const answers = createOfflineCache({
    prefix: 'lavra.x.answers',
    session,
    endpoints: ['listOrders'],
    caches: device.caches,
  });
  return { session, answers, device };
}
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('the offline cache', () => {
  it('returns the latest stored reply with its time', async () => {
    const { session, answers } = start();
    session.set(sessionOf(7));
    await answers.at('listOrders', '/orders')?.store({ data: [1] });
    const before = new Date();
    await answers.at('listOrders', '/orders')?.store({ data: [2] });
    const found = await answers.at('listOrders', '/orders')?.find();
    assert.deepEqual(found?.answer, { data: [2] });
    assert.ok(found.at >= before && found.at <= new Date());
    assert.equal(await answers.at('listOrders', '/orders?page=2')?.find(), undefined);
  });

  it('stores replies only of the named endpoints, and only with a session', () => {
    const { session, answers } = start();
    assert.equal(answers.at('listOrders', '/orders'), undefined);
    session.set(sessionOf(7));
    assert.equal(answers.at('exportOwnData', '/export'), undefined);
  });

  it('is cleared when the session ends or another person logs in', async () => {
    const { session, answers, device } = start();
    session.set(sessionOf(7));
    await answers.at('listOrders', '/orders')?.store(1);
    session.set(sessionOf(8));
    await settle();
    assert.equal(device.all.has('lavra.x.answers.7'), false);
    await answers.at('listOrders', '/orders')?.store(2);
    session.clear('expired');
    await settle();
    assert.deepEqual([...device.all.keys()], []);
  });

  it('stores no reply that arrives after its person logged out', async () => {
    const { session, answers, device } = start();
    session.set(sessionOf(7));
    const shelf = answers.at('listOrders', '/orders');
    session.set(sessionOf(8));
    await shelf?.store('of 7');
    assert.equal(await shelf?.find(), undefined);
    assert.deepEqual([...device.all.keys()], []);
  });

  it('holds sixty replies at most and removes the oldest', async () => {
    const { session, answers } = start();
    session.set(sessionOf(7));
    for (let page = 0; page <= 60; page += 1)
      await answers.at('listOrders', `/orders?page=${page}`)?.store(page);
    assert.equal(await answers.at('listOrders', '/orders?page=0')?.find(), undefined);
    assert.equal((await answers.at('listOrders', '/orders?page=1')?.find())?.answer, 1);
    assert.equal((await answers.at('listOrders', '/orders?page=60')?.find())?.answer, 60);
  });
});
