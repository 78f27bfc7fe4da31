import { beforeEach, expect, it, vi } from 'vitest';
import { signedInPortal } from '../../test/portal.tsx';

const READS = ['getProducerDashboard', 'getMe'] as const;

beforeEach(() => vi.resetModules());

/** Returns which of two reads, both just read, are read again after a new order. */
async function staleAfterAnOrder(): Promise<readonly string[]> {
  const { queries, invalidateAfter } = signedInPortal({});
  for (const read of READS) queries.setQueryData([read], {});
  await invalidateAfter('createOrder');
  return READS.filter((read) => queries.getQueryState([read])?.isInvalidated === true);
}

it('a change makes those reads stale that show what it changes', async () => {
  expect(await staleAfterAnOrder()).toEqual(['getProducerDashboard']);
});

it('a change makes all reads stale where it is not known which', async () => {
  vi.doMock('virtual:stale-reads', () => {
    throw new Error('not loaded');
  });
  expect(await staleAfterAnOrder()).toEqual(READS);
  vi.doUnmock('virtual:stale-reads');
});
