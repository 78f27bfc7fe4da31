import { Button } from '@mantine/core';
import type { Plan, Subscription } from '@lavra/contract/subscriptions/schemas';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import { subscriptionCan } from '@lavra/domain/subscription/subscription-machine';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDate } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { RepeatIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { check, choice, oneOf } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, ActLink, Acts, RowLink, SectionTabs, Two } from '../admin-kit/parts.tsx';
import { ManualPaymentDialog } from '../admin-payments/manual-payment-dialog.tsx';
import { Periods } from '../subscription/periods.tsx';
import { allPlans, profileLabels } from '../admin-plans/plan-texts.ts';
import { ExtendTrialDialog } from './extend-trial-dialog.tsx';
import { dueText, subscriptionTones } from './subscription-texts.ts';
import { countOf } from '../../text/decimal.ts';

export const subscriptionTabs = [
  [adminPaths.subscriptions, 'Assinaturas'],
  [adminPaths.subscriptionMetrics, 'Números'],
] as const;

type Doing = { readonly what: 'extend' | 'pay' | 'periods'; readonly subscription: Subscription };

const filtersOf = (plans: readonly Plan[]) => ({
  status: choice(
    'situacao',
    'Situação',
    [
      ['trial', 'Em teste'],
      ['active', 'Ativas'],
      ['expired', 'Vencidas'],
      ['cancelled', 'Canceladas'],
    ],
    { all: 'Todas', tabs: true },
  ),
  profile_type: choice(
    'perfil',
    'Perfil',
    planProfiles.map((profile) => [profile, profileLabels[profile]] as const),
  ),
  plan_id: oneOf('plano', 'Plano', plans),
  near_expiry: check('vencendo', 'Vencem em até 7 dias'),
});

/** Lists the subscriptions: who pays for which plan, and until when. */
export function SubscriptionsPage() {
  const plans = useRead('listPlans', { query: allPlans }).data?.data ?? [];
  const list = useList({
    sorts: ['due_date', 'created_at'],
    first: { field: 'created_at', descending: true },
    filters: filtersOf(plans),
  });
  const subscriptions = useRead(
    'listSubscriptions',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const [doing, setDoing] = useState<Doing>();
  return (
    <ListPage
      title="Assinaturas"
      words={['assinatura', 'assinaturas']}
      above={<SectionTabs label="Assinaturas" tabs={subscriptionTabs} />}
      search={{ label: 'Buscar assinante', placeholder: 'Nome, e-mail ou documento' }}
      list={list}
      query={subscriptions}
      columns={[...columns, actionsColumn(setDoing)]}
      keyOf={({ id }) => id}
      empty={
        <State icon={RepeatIcon} title="Nenhuma assinatura ainda">
          Cada produtor ou fornecedor que se cadastra começa em teste no plano padrão do seu perfil.
        </State>
      }
    >
      <SubscriptionDialogs doing={doing} plans={plans} onClose={() => setDoing(undefined)} />
    </ListPage>
  );
}

interface SubscriptionDialogsProps {
  readonly doing: Doing | undefined;
  readonly plans: readonly Plan[];
  readonly onClose: () => void;
}

function SubscriptionDialogs({ doing, plans, onClose }: SubscriptionDialogsProps) {
  if (doing === undefined) return null;
  const { what, subscription } = doing;
  if (what === 'extend') return <ExtendTrialDialog subscription={subscription} onClose={onClose} />;
  if (what === 'pay')
    return <ManualPaymentDialog subscription={subscription} plans={plans} onClose={onClose} />;
  return (
    <Dialog title={`Períodos de ${subscription.user.name}`} onClose={onClose}>
      <Periods periods={subscription.periods} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const aheadText = (count: number): string =>
  count <= 0 ? '' : `, mais ${countOf(count, ['período', 'períodos'])}`;

/** Who pays for which plan, and until when. */
const columns: readonly Column<Subscription>[] = [
  {
    name: 'user',
    label: 'Assinante',
    bare: true,
    cell: ({ user }) => (
      <Two
        first={<RowLink to={adminPaths.user(user.id)}>{user.name}</RowLink>}
        second={user.email}
      />
    ),
  },
  {
    name: 'plan',
    label: 'Plano',
    cell: ({ plan, billing_cycle, periods }) => (
      <Two
        first={plan.name}
        second={`${billingCycleLabels[billing_cycle]}${aheadText(periods.length - 1)}`}
      />
    ),
  },
  {
    name: 'status',
    label: 'Situação',
    cell: (row) => (
      <Two
        first={
          <span>
            <Chip tone={subscriptionTones[row.status]}>{row.status_label}</Chip>
          </span>
        }
        second={row.cancel_requested_at === null ? null : 'cancela no fim do período'}
      />
    ),
  },
  {
    name: 'due',
    label: 'Vencimento',
    sort: 'due_date',
    cell: ({ due_date, days_left }) => (
      <Two first={formatDate(due_date)} second={dueText(days_left)} />
    ),
  },
  {
    name: 'since',
    label: 'Desde',
    sort: 'created_at',
    cell: ({ created_at }) => formatDate(created_at),
  },
];

interface ActionsProps {
  readonly subscription: Subscription;
  readonly act: (doing: Doing) => void;
}

/** What this administrator may do with a subscription. */
function Actions({ subscription, act }: ActionsProps) {
  const mayExtend = useMay('subscriptions.edit');
  const mayPay = useMay('payments.create');
  const maySeePayments = useMay('payments.view');
  const { id, status, user, periods } = subscription;
  return (
    <Acts>
      {mayExtend && subscriptionCan.extend_trial(status) && (
        <Act
          label={`Estender teste de ${user.name}`}
          onClick={() => act({ what: 'extend', subscription })}
        >
          Estender teste
        </Act>
      )}
      {mayPay && (
        <Act
          label={`Registrar pagamento de ${user.name}`}
          onClick={() => act({ what: 'pay', subscription })}
        >
          Registrar pagamento
        </Act>
      )}
      {periods.length > 0 && (
        <Act
          label={`Períodos de ${user.name}`}
          onClick={() => act({ what: 'periods', subscription })}
        >
          Períodos
        </Act>
      )}
      {maySeePayments && (
        <ActLink
          to={adminPaths.payments}
          search={{ assinatura: id }}
          label={`Pagamentos de ${user.name}`}
        >
          Pagamentos
        </ActLink>
      )}
    </Acts>
  );
}

const actionsColumn = (act: ActionsProps['act']): Column<Subscription> => ({
  name: 'acts',
  label: 'Ações',
  align: 'right',
  bare: true,
  cell: (subscription) => <Actions subscription={subscription} act={act} />,
});
