import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import type { Step } from './draft-values.ts';
import { Stepper } from './editor-frame.tsx';
import { useSeenSteps } from './seen-steps.ts';

/** The steps of an order at one of them, with those that were seen on this device. */
function Steps({ at, problems }: { readonly at: Step; readonly problems: readonly Step[] }) {
  const seen = useSeenSteps('o1', at);
  return <Stepper step={at} seen={seen} problems={problems} isOpen />;
}

/** Opens one step after the other and returns the ticked ones at the last. */
async function tickedAfter(visits: readonly Step[], problems: readonly Step[] = []) {
  for (const at of visits.slice(0, -1))
    (await show(<Steps at={at} problems={problems} />)).unmount();
  await show(<Steps at={visits.at(-1) ?? 'dados'} problems={problems} />);
  return screen.getAllByText('(pronto)').map((tick) => tick.parentElement?.textContent);
}

describe('the steps of an order', () => {
  it('are ticked once they were seen, never the one that is open', async () => {
    expect(await tickedAfter(['dados', 'itens'])).toEqual(['Dados (pronto)']);
  });

  it('that were never opened have no tick, though nothing in them is missing', async () => {
    expect(await tickedAfter(['dados', 'revisao'])).toEqual(['Dados (pronto)']);
  });

  it('in which something is missing have none, though they were seen', async () => {
    expect(await tickedAfter(['dados', 'itens', 'entrega', 'revisao'], ['itens'])).toEqual([
      'Dados (pronto)',
      'Entrega e condições (pronto)',
    ]);
  });

  it('have none at first', async () => {
    await show(<Steps at="dados" problems={[]} />);
    expect(screen.queryByText('(pronto)')).toBeNull();
  });
});
