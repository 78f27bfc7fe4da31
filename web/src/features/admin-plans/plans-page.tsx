import { Button } from '@mantine/core';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import { planProfiles, type PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { useState } from 'react';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { ArrowDownIcon, ArrowUpIcon, LayersIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { choice, yesOrNo } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import type { Fact } from '../admin-kit/record.tsx';
import { Act, ActLink, Acts, May, RowButton, SectionTabs, Two } from '../admin-kit/parts.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { allPlans, planTabs, profileLabels, showPrice } from './plan-texts.ts';
import { daysOf } from '../../text/decimal.ts';

const filters = {
  profile_type: choice(
    'perfil',
    'Perfil',
    planProfiles.map((profile) => [profile, profileLabels[profile]] as const),
    { tabs: true },
  ),
  is_active: yesOrNo('venda', 'Situação', ['À venda', 'Desativados']),
} as const;

type Doing =
  | { readonly what: 'create' }
  | { readonly what: 'look' | 'edit' | 'deactivate'; readonly plan: Plan };

/** The plans of each profile, in the order they are offered. */
export function PlansPage() {
  const list = useList({
    sorts: ['sort_order', 'name', 'created_at'],
    first: { field: 'sort_order', descending: false },
    filters,
  });
  const profile = list.query.profile_type;
  const plans = useRead('listPlans', { query: allPlans }, { staleTime: 0 }).data?.data ?? [];
  const shown = useRead('listPlans', { query: list.query }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const mayEdit = useMay('plans.edit');
  return (
    <ListPage
      title="Planos"
      words={['plano', 'planos']}
      above={<SectionTabs label="Planos" tabs={planTabs} />}
      search={{ label: 'Buscar plano', placeholder: 'Nome' }}
      list={list}
      query={shown}
      columns={[nameColumn(setDoing, mayEdit), ...columns, actionsColumn(plans, setDoing)]}
      keyOf={({ id }) => id}
      actions={<NewPlan onClick={() => setDoing({ what: 'create' })} />}
      empty={<NoPlans />}
    >
      {doing !== undefined && (
        <PlanDialogs
          doing={doing}
          plans={plans}
          {...(profile === undefined ? {} : { profile })}
          onClose={() => setDoing(undefined)}
        />
      )}
    </ListPage>
  );
}

const NewPlan = ({ onClick }: { readonly onClick: () => void }) => (
  <May permission="plans.create">
    <Button leftSection={<PlusIcon size={18} />} onClick={onClick}>
      Novo plano
    </Button>
  </May>
);

const NoPlans = () => (
  <State icon={LayersIcon} title="Nenhum plano ainda">
    Um plano diz quanto custa e o que dá a cada perfil.
  </State>
);

interface PlanDialogsProps {
  readonly doing: Doing;
  readonly plans: readonly Plan[];
  /** The profile of a new plan. */
  readonly profile?: PlanProfile;
  readonly onClose: () => void;
}

function PlanDialogs({ doing, onClose, ...rest }: PlanDialogsProps) {
  if (doing.what === 'create') return <PlanDialog {...rest} onClose={onClose} />;
  const { what, plan } = doing;
  if (what === 'edit') return <PlanDialog plan={plan} plans={rest.plans} onClose={onClose} />;
  if (what === 'deactivate') return <DeactivateDialog plan={plan} onClose={onClose} />;
  return <FactsDialog title={plan.name} facts={factsOf(plan)} onClose={onClose} />;
}

const factsOf = ({
  slug,
  profile_type,
  price_monthly,
  price_quarterly,
  price_annual,
  trial_days,
  is_active,
  description,
}: Plan): readonly Fact[] => [
  { label: 'Perfil', value: profileLabels[profile_type] },
  { label: 'Endereço', value: slug },
  { label: 'Mensal', value: showPrice(price_monthly) },
  { label: 'Trimestral', value: showPrice(price_quarterly) },
  { label: 'Anual', value: showPrice(price_annual) },
  { label: 'Teste', value: daysOf(trial_days) },
  { label: 'Situação', value: is_active ? 'À venda' : 'Desativado' },
  { label: 'Descrição', value: description, wide: true },
];

function DeactivateDialog({
  plan,
  onClose,
}: {
  readonly plan: Plan;
  readonly onClose: () => void;
}) {
  const remove = useChange('deletePlan');
  return (
    <ConfirmDialog
      title="Desativar o plano?"
      action="Desativar plano"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{plan.name}</strong> deixa de ser vendido. Quem o tem continua com ele, e ele pode
          voltar à venda depois.
        </p>
      }
      run={async () => {
        toast((await remove.mutateAsync({ params: { id: String(plan.id) } })).message);
      }}
    />
  );
}

type Do = (doing: Doing) => void;

const nameColumn = (act: Do, mayEdit: boolean): Column<Plan> => ({
  name: 'name',
  label: 'Plano',
  sort: 'name',
  bare: true,
  cell: (plan) => (
    <Two
      first={
        <RowButton onClick={() => act({ what: mayEdit ? 'edit' : 'look', plan })}>
          {plan.name}
        </RowButton>
      }
      second={plan.slug}
    />
  ),
});

/** What a plan costs, and whether it is sold. */
const columns: readonly Column<Plan>[] = [
  { name: 'profile', label: 'Perfil', cell: ({ profile_type }) => profileLabels[profile_type] },
  {
    name: 'monthly',
    label: 'Mensal',
    align: 'right',
    cell: ({ price_monthly }) => showPrice(price_monthly),
  },
  {
    name: 'quarterly',
    label: 'Trimestral',
    align: 'right',
    cell: ({ price_quarterly }) => showPrice(price_quarterly),
  },
  {
    name: 'annual',
    label: 'Anual',
    align: 'right',
    cell: ({ price_annual }) => showPrice(price_annual),
  },
  {
    name: 'trial',
    label: 'Teste',
    align: 'right',
    cell: ({ trial_days }) => daysOf(trial_days),
  },
  {
    name: 'status',
    label: 'Situação',
    cell: ({ is_active, is_default }) => (
      <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap' }}>
        <Chip tone={is_active ? 'good' : 'plain'}>{is_active ? 'À venda' : 'Desativado'}</Chip>
        {is_default && <Chip tone="info">Padrão</Chip>}
      </span>
    ),
  },
];

interface ActionsProps {
  readonly plan: Plan;
  readonly plans: readonly Plan[];
  readonly act: Do;
}

/** What this administrator may do with a plan. */
function Actions({ plan, plans, act }: ActionsProps) {
  const mayEdit = useMay('plans.edit');
  const mayDelete = useMay('plans.delete');
  const maySeeSubscribers = useMay('subscriptions.view');
  return (
    <Acts>
      {mayEdit && <Order plan={plan} plans={plans} />}
      {maySeeSubscribers && (
        <ActLink
          to={adminPaths.subscriptions}
          search={{ plano: plan.id }}
          label={`Assinantes do plano ${plan.name}`}
        >
          Assinantes
        </ActLink>
      )}
      {mayDelete && plan.is_active && !plan.is_default && (
        <Act
          label={`Desativar o plano ${plan.name}`}
          danger
          onClick={() => act({ what: 'deactivate', plan })}
        >
          Desativar
        </Act>
      )}
    </Acts>
  );
}

const actionsColumn = (plans: readonly Plan[], act: Do): Column<Plan> => ({
  name: 'acts',
  label: 'Ações',
  align: 'right',
  bare: true,
  cell: (plan) => <Actions plan={plan} plans={plans} act={act} />,
});

type OrderProps = Pick<ActionsProps, 'plan' | 'plans'>;

/** Where a plan stands among those of its profile, and a way to move it. */
function useOrder({ plan, plans }: OrderProps) {
  const update = useChange('updatePlan');
  const [, once] = useOneAtATime();
  const peers = plans.filter(({ profile_type }) => profile_type === plan.profile_type);
  const here = peers.findIndex(({ id }) => id === plan.id);
  const move = async (step: 1 | -1): Promise<void> => {
    const order = peers.toSpliced(here, 1).toSpliced(here + step, 0, plan);
    try {
      for (const [sort_order, { id, sort_order: before }] of order.entries())
        if (before !== sort_order)
          await update.mutateAsync({ params: { id: String(id) }, body: { sort_order } });
      toast(`${plan.name} agora é o ${here + step + 1}º do perfil.`);
    } catch (error) {
      toastProblem(error);
    }
  };
  return {
    isFirst: here <= 0,
    isLast: here === -1 || here === peers.length - 1,
    move: (step: 1 | -1): void => {
      void once(() => move(step));
    },
  };
}

/** Moves a plan up and down among those of its profile. */
function Order({ plan, plans }: OrderProps) {
  const { isFirst, isLast, move } = useOrder({ plan, plans });
  return (
    <>
      {!isFirst && (
        <Act label={`Subir o plano ${plan.name}`} onClick={() => move(-1)}>
          <ArrowUpIcon size={16} />
        </Act>
      )}
      {!isLast && (
        <Act label={`Descer o plano ${plan.name}`} onClick={() => move(1)}>
          <ArrowDownIcon size={16} />
        </Act>
      )}
    </>
  );
}
