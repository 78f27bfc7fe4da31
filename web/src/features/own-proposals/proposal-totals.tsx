import type { Proposal } from '@lavra/contract/proposals/schemas';
import { freightText, landedText } from '../../text/freight.ts';
import { Money, WithMoney } from '../../ui/money.tsx';

/** The rows of a list of terms that say what a proposal costs, without freight and with it. */
export const ProposalTotals = ({ proposal }: { readonly proposal: Proposal }) => (
  <>
    <div>
      <dt>Total dos itens</dt>
      <dd>
        <Money amount={proposal.total_amount} />
      </dd>
    </div>
    <div>
      <dt>Frete</dt>
      <dd>
        <WithMoney text={freightText(proposal)} />
      </dd>
    </div>
    <div>
      <dt>Total com frete</dt>
      <dd>
        <WithMoney text={landedText(proposal)} />
      </dd>
    </div>
  </>
);
