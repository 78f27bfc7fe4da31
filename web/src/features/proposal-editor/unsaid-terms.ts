import type { Proposal } from '@lavra/contract/proposals/schemas';

type Terms = Pick<Proposal, 'freight_kind' | 'delivery_days' | 'payment_terms' | 'validity_date'>;

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/**
 * Returns what a proposal does not say, or null where it says everything: it cannot be added once
 * the proposal is sent. `Você não informou frete e validade.`
 */
export function unsaidText({
  freight_kind,
  delivery_days,
  payment_terms,
  validity_date,
}: Terms): string | null {
  const unsaid = [
    ...(freight_kind === null ? ['frete'] : []),
    ...(delivery_days === null ? ['prazo de entrega'] : []),
    ...(payment_terms === null ? ['pagamento'] : []),
    ...(validity_date === null ? ['validade'] : []),
  ];
  return unsaid.length === 0 ? null : `Você não informou ${list.format(unsaid)}.`;
}
