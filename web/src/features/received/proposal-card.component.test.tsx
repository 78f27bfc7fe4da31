import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { StateChip } from './proposal-card.tsx';
import { receivedProposal } from './received-proposal.fixture.ts';

it('a proposal that cannot be chosen is shown with its status, and a submitted one as unavailable', async () => {
  const gone = { is_available: false, display_status_label: 'Cancelada' } as const;
  await show(
    <>
      <StateChip proposal={receivedProposal('A', [1], { ...gone, status: 'cancelled' })} />
      <StateChip
        proposal={receivedProposal('B', [1], {
          is_available: false,
          status: 'rejected',
          display_status: 'rejected',
          review_state: 'rejected',
          review_state_label: 'Recusada',
        })}
      />
      <StateChip proposal={receivedProposal('C', [1], { is_available: false })} />
    </>,
  );
  for (const label of ['Cancelada', 'Recusada', 'Indisponível'])
    expect(screen.getAllByText(label)).toHaveLength(1);
});
