import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { linkCalls } from './account-links.fixture.ts';
import { producerBody, register, someEmail } from './accounts.fixture.ts';

const service = await startService();
const { forgot } = linkCalls(service);

it('a new password takes the same time to request, whether or not there is an account', async () => {
  const { email } = await register(service, producerBody());
  const timed = async (address: string): Promise<number> => {
    const start = performance.now();
    await forgot(address);
    return performance.now() - start;
  };
  const times: { known: number; unknown: number }[] = [];
  for (let nth = 0; nth < 15; nth += 1)
    times.push({ known: await timed(email), unknown: await timed(someEmail()) });
  const median = (of: 'known' | 'unknown'): number =>
    times.map((time) => time[of]).toSorted((a, b) => a - b)[7] ?? 0;
  const [known, unknown] = [median('known'), median('unknown')];
  assert.ok(known / unknown < 1.2 && unknown / known < 1.2, `${known} ms and ${unknown} ms`);
  assert.ok(unknown >= 245, 'a moment that hides what was done');
});
