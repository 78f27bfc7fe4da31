import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { Chip } from '../../ui/chip.tsx';
import { proposalTone } from '../../ui/order-texts.ts';
import { Quiet } from '../../ui/record.tsx';
import { nextStep, proposalState } from './next-step.ts';

/** The state of the supplier's own proposal, in a chip; a dash where there is none. */
export function MyProposal({
  order,
  bare = false,
}: {
  readonly order: Pick<SupplierOrderSummary, 'my_proposal' | 'status'>;
  readonly bare?: boolean;
}) {
  const state = proposalState(order);
  if (state === undefined) return bare ? null : <Quiet inline>Nenhuma</Quiet>;
  return <Chip tone={proposalTone(state)}>{proposalStatusLabels[state]}</Chip>;
}

/** The next step of an order in a list; shows that the order is over when there is none. */
export function NextStepButton({ order }: { readonly order: SupplierOrderSummary }) {
  const step = nextStep(order);
  if (step === undefined) return <Quiet inline>Encerrada</Quiet>;
  return (
    <Button
      size="sm"
      variant={step.label === 'Continuar rascunho' ? 'filled' : 'default'}
      aria-label={`${step.label}: ${order.number}`}
      renderRoot={(props) => <Link to={step.to} {...props} />}
    >
      {step.label}
    </Button>
  );
}
