import { Button } from '@mantine/core';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import { useState } from 'react';
import { useChange, useRead } from '../../api/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../portal/context.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ArrowDownIcon, ArrowUpIcon, LayersIcon, PlusIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Filters, ListView } from '../admin-lists/list-view.tsx';
import { Act, Acts, May, RowButton, SectionTabs, Two } from '../admin-lists/parts.tsx';
import { kept, useList } from '../admin-lists/use-list.ts';
import { profileLabels } from '../admin-subscriptions/subscription-texts.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { allPlans, planReads, planTabs, showPrice } from './plan-texts.ts';

const words = { perfil: ['todos', 'producer', 'supplier', 'consultant'], venda: ['todos', 'sim', 'nao'] } as const;
const profileTabs = [['todos', 'Todos'], ['producer', 'Produtor'], ['supplier', 'Fornecedor'], ['consultant', 'Consultor']] as const;

type Doing = { readonly what: 'create' } | { readonly what: 'edit' | 'deactivate'; readonly plan: Plan };

/** The plans of each profile, in the order they are offered. */
export function PlansPage() {
  const state = useList({ sorts: ['sort_order', 'name', 'created_at'], first: { field: 'sort_order', descending: false }, words });
  const { perfil } = state.words;
  const every = useRead('listPlans', { query: allPlans }, { staleTime: 0 });
  const list = useRead('listPlans', { query: { ...state.paging, ...(perfil === 'todos' ? {} : { profile_type: perfil }) } }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  const plans = every.data?.data ?? [];
  const create = <May permission="plans.create"><Button leftSection={<PlusIcon size={18} />} onClick={() => setDoing({ what: 'create' })}>Novo plano</Button></May>;
  return (
    <Page title="Planos" actions={create}>
      <SectionTabs label="Planos" tabs={planTabs} />
      <Filters tabs={<Chips label="Perfil" value={perfil} options={profileTabs} onChange={(next) => state.filter({ perfil: kept(next, 'todos') })} />} />
      <ListView list={list} caption="Planos" columns={useColumns(plans, setDoing)} keyOf={({ id }) => id} state={state} empty={<State icon={LayersIcon} title="Nenhum plano ainda">Um plano diz quanto custa e o que dá a cada perfil.</State>} />
      {doing?.what === 'create' && <PlanDialog plans={plans} {...(perfil === 'todos' ? {} : { profile: perfil })} onClose={close} />}
      {doing?.what === 'edit' && <PlanDialog plan={doing.plan} plans={plans} onClose={close} />}
      {doing?.what === 'deactivate' && <DeactivateDialog plan={doing.plan} onClose={close} />}
    </Page>
  );
}

function DeactivateDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const remove = useChange('deletePlan', { stale: planReads });
  return (
    <ConfirmDialog
      title="Desativar o plano?" action="Desativar plano" danger onClose={onClose}
      body={<p><strong>{plan.name}</strong> deixa de ser vendido. Quem o tem continua com ele, e ele pode voltar à venda depois.</p>}
      run={async () => { toast((await remove.mutateAsync({ params: { id: String(plan.id) } })).message); }}
    />
  );
}

function useColumns(plans: readonly Plan[], act: (doing: Doing) => void): readonly Column<Plan>[] {
  const mayEdit = useMay('plans.edit');
  const mayDelete = useMay('plans.delete');
  return [
    { name: 'name', label: 'Plano', sort: 'name', bare: true, cell: (plan) => <Two first={mayEdit ? <RowButton onClick={() => act({ what: 'edit', plan })}>{plan.name}</RowButton> : <strong>{plan.name}</strong>} second={plan.slug} /> },
    { name: 'profile', label: 'Perfil', cell: ({ profile_type }) => profileLabels[profile_type] },
    { name: 'monthly', label: 'Mensal', align: 'right', cell: ({ price_monthly }) => showPrice(price_monthly) },
    { name: 'quarterly', label: 'Trimestral', align: 'right', cell: ({ price_quarterly }) => showPrice(price_quarterly) },
    { name: 'annual', label: 'Anual', align: 'right', cell: ({ price_annual }) => showPrice(price_annual) },
    { name: 'trial', label: 'Teste', align: 'right', cell: ({ trial_days }) => `${trial_days} dias` },
    { name: 'status', label: 'Situação', cell: ({ is_active, is_default }) => <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap' }}><Chip tone={is_active ? 'good' : 'plain'}>{is_active ? 'À venda' : 'Desativado'}</Chip>{is_default && <Chip tone="info">Padrão</Chip>}</span> },
    {
      name: 'acts', label: 'Ações', align: 'right', bare: true, cell: (plan) => (
        <Acts>
          {mayEdit && <Order plan={plan} plans={plans} />}
          {mayDelete && plan.is_active && !plan.is_default && <Act label={`Desativar o plano ${plan.name}`} danger onClick={() => act({ what: 'deactivate', plan })}>Desativar</Act>}
        </Acts>
      ),
    },
  ];
}

/** Up and down among the plans of its profile. */
function Order({ plan, plans }: { readonly plan: Plan; readonly plans: readonly Plan[] }) {
  const update = useChange('updatePlan', { stale: planReads });
  const peers = plans.filter(({ profile_type }) => profile_type === plan.profile_type);
  const here = peers.findIndex(({ id }) => id === plan.id);
  const move = async (step: 1 | -1): Promise<void> => {
    if (update.isPending) return;
    const order = peers.toSpliced(here, 1).toSpliced(here + step, 0, plan);
    for (const [sort_order, { id, sort_order: before }] of order.entries()) if (before !== sort_order) await update.mutateAsync({ params: { id: String(id) }, body: { sort_order } });
    toast(`${plan.name} agora é o ${here + step + 1}º do perfil.`);
  };
  return (
    <>
      {here > 0 && <Act label={`Subir o plano ${plan.name}`} onClick={() => { void move(-1); }}><ArrowUpIcon size={16} /></Act>}
      {here !== -1 && here < peers.length - 1 && <Act label={`Descer o plano ${plan.name}`} onClick={() => { void move(1); }}><ArrowDownIcon size={16} /></Act>}
    </>
  );
}
