import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createConnectivity, type Connectivity } from './connectivity.ts';

const device = { onLine: true };
const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
beforeEach(() => {
  device.onLine = true;
  Object.defineProperty(globalThis, 'navigator', { value: device, configurable: true });
  Object.defineProperty(globalThis, 'addEventListener', {
    value: () => {},
    configurable: true,
    writable: true,
  });
});
afterEach(() => {
  if (own !== undefined) Object.defineProperty(globalThis, 'navigator', own);
  Reflect.deleteProperty(globalThis, 'addEventListener');
});

/** Returns the times, in seconds, at which a service that is down for `downFor` is polled. */
async function askedAt(
  downFor: number,
  {
    tick,
    start,
    onBack = () => {},
  }: {
    tick: (ms: number) => void;
    start: (connectivity: Connectivity) => void;
    onBack?: (connectivity: Connectivity) => void;
  },
) {
  let second = 0;
  const asked: number[] = [];
  const backs: number[] = [];
  const connectivity: Connectivity = createConnectivity({
    isReady: async () => {
      asked.push(second);
      return second >= downFor;
    },
    onBack: () => {
      backs.push(second);
      onBack(connectivity);
    },
  });
  start(connectivity);
  for (second = 1; second <= downFor + 30; second += 1) {
    tick(1000);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
  return { asked, backs, state: connectivity.get() };
}

test('after one lost reply the service is checked within a second, and not again', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
  assert.deepEqual(
    await askedAt(0, {
      tick: (ms) => mock.timers.tick(ms),
      start: (connectivity) => {
        connectivity.report('no_answer');
        connectivity.report('no_answer');
      },
    }),
    { asked: [1], backs: [1], state: 'online' },
  );
});

test('an unreachable service is checked ever less often, down to every ten seconds', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
  assert.deepEqual(
    await askedAt(40, {
      tick: (ms) => mock.timers.tick(ms),
      start: (connectivity) => connectivity.report('maintenance'),
    }),
    { asked: [1, 3, 7, 15, 25, 35, 45], backs: [45], state: 'online' },
  );
});

test('a service that reports ready and then loses the next reply is checked ever less often', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
  const { asked } = await askedAt(0, {
    tick: (ms) => mock.timers.tick(ms),
    start: (connectivity) => connectivity.report('no_answer'),
    onBack: (connectivity) => {
      queueMicrotask(() => connectivity.report('no_answer'));
    },
  });
  assert.deepEqual(asked, [1, 3, 7, 15, 25]);
});

test('a service that answers one request and never another is read again ever less often', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
  const reports = (connectivity: Connectivity): void => {
    connectivity.report('no_answer');
    connectivity.report('answered');
  };
  const { backs } = await askedAt(0, {
    tick: (ms) => mock.timers.tick(ms),
    start: reports,
    onBack: (connectivity) => {
      queueMicrotask(() => reports(connectivity));
    },
  });
  assert.deepEqual(backs, [0, 4, 12, 22]);
});

test('a portal that is opened offline checks the service too', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
  device.onLine = false;
  assert.deepEqual(await askedAt(2, { tick: (ms) => mock.timers.tick(ms), start: () => {} }), {
    asked: [1, 3],
    backs: [3],
    state: 'online',
  });
});
