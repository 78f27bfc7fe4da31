import { expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { receivedProposal } from './received-proposal.fixture.ts';

/** Opens the dialog that accepts a proposal of these prices. */
async function open(prices: readonly (number | null)[]): Promise<string> {
  const priced_items = prices.filter((price) => price !== null).length;
  const { container } = await show(
    <AcceptDialog
      proposal={receivedProposal('A', prices, { priced_items })}
      legalNotice={null}
      onClose={() => undefined}
    />,
  );
  return (container.textContent ?? '').replaceAll(/\s+/g, ' ');
}

it('says what an accepted proposal leaves unbought, which may be everything', async () => {
  expect(await open([100, 200])).not.toContain('O que faltar');
  expect(await open([100, null])).toContain('1 item fica sem preço nesta proposta. O que faltar');
  expect(await open([null, null])).toContain(
    'Esta proposta não tem preço em nenhum item: ao aceitar, nada é comprado. O que faltar',
  );
});
