import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../service.ts';
import { hugeBodies } from './huge-bodies.ts';
import { urlOf } from './registered-routes.ts';

const service = await startService();

/** Returns the ms that `work` takes. */
async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

// Validation that goes on after the first errors costs a hundred times the parser's time.
it('a huge body is refused in a small multiple of its parsing', async () => {
  for (const [route, payload] of hugeBodies) {
    const { method, url } = urlOf(route);
    const [took, parsing]: number[][] = [[], []];
    for (let times = 0; times < 3; times += 1) {
      parsing?.push(await timed(() => JSON.parse(payload)));
      took?.push(await timed(() => service.call(method, url, { payload })));
    }
    const ratio = Math.min(...(took ?? [])) / Math.min(...(parsing ?? []));
    assert.ok(ratio < 25, `${ratio.toFixed(1)} times the parsing of ${payload.slice(0, 40)}`);
  }
});
