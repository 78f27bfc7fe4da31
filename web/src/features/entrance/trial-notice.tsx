import type { PublicPlan } from '@lavra/contract/subscriptions/schemas';
import { useRead } from '../../data/use-api.ts';
import { countOf, formatMoney } from '../../text/decimal.ts';
import { keepingMoney } from '../../ui/money.tsx';
import { Loading, Notice } from '../../ui/states.tsx';
import type { Who } from './registration.ts';

/** Says what an account costs, before it is created: the trial and the price of its first plan. */
export function TrialNotice({ who }: { readonly who: Who }) {
  const { data, isPending } = useRead('listPublicPlans', {
    query: { profile_type: who === 'produtor' ? 'producer' : 'supplier' },
  });
  const plan = data?.data.find(({ is_default }) => is_default);
  // Keeps the place of the notice, so that the button below does not move.
  if (isPending) return <Loading lines={3} />;
  if (plan === undefined) return null;
  const [title, text] = costOf(plan);
  return (
    <Notice title={title}>
      <p>{keepingMoney(text)}</p>
    </Notice>
  );
}

const cycles = [
  ['price_monthly', 'por mês'],
  ['price_quarterly', 'por trimestre'],
  ['price_annual', 'por ano'],
] as const;

/** Returns the cost of a plan in a title and a sentence. */
function costOf(plan: PublicPlan): readonly [title: string, text: string] {
  const prices = cycles.flatMap(([field, per]) =>
    plan[field] === null ? [] : [[plan[field], per] as const],
  );
  const [first] = prices;
  if (first === undefined || first[0] === 0)
    return ['Sem custo', `O plano ${plan.name} não é cobrado.`];
  const price = `${formatMoney(first[0])} ${first[1]}`;
  return plan.trial_days === 0
    ? [`Plano ${plan.name}: ${price}`, 'Criar a conta não cobra nada: você paga quando assinar.']
    : [
        `${countOf(plan.trial_days, ['dia', 'dias'], '')} de teste sem custo`,
        `Depois, ${price} no plano ${plan.name}, só se você quiser continuar. Sem cartão agora.`,
      ];
}
