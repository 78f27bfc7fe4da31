import type { Subscription } from '@lavra/contract/subscriptions/schemas';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { subscriptionCan } from '@lavra/domain/subscription/subscription-machine';
import { useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { Chips } from '../../lists/chips.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../portal/context.tsx';
import { formatDate } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { RepeatIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { Filters, ListView, Search } from '../admin-lists/list-view.tsx';
import { Act, ActLink, Acts, SectionTabs, Two } from '../admin-lists/parts.tsx';
import { kept, useList } from '../admin-lists/use-list.ts';
import { ManualPaymentDialog } from '../admin-payments/manual-payment-dialog.tsx';
import { ExtendTrialDialog } from './extend-trial-dialog.tsx';
import { dueText, profileLabels, subscriptionTones } from './subscription-texts.ts';

const words = { situacao: ['todas', 'trial', 'active', 'expired', 'cancelled'], perfil: ['todos', 'producer', 'supplier', 'consultant'] } as const;
const tabs = [['todas', 'Todas'], ['trial', 'Em teste'], ['active', 'Ativas'], ['expired', 'Vencidas'], ['cancelled', 'Canceladas']] as const;
const profiles = Object.entries(profileLabels);

export const subscriptionTabs = [['/assinaturas', 'Assinaturas'], ['/assinaturas/numeros', 'Números']] as const;

type Doing = { readonly what: 'extend' | 'pay'; readonly subscription: Subscription };

/** Who pays for what, and until when. */
export function SubscriptionsPage() {
  const state = useList({ sorts: ['due_date', 'created_at'], first: { field: 'due_date', descending: false }, words });
  const { situacao, perfil } = state.words;
  const list = useRead('listSubscriptions', { query: { ...state.paging, q: state.text, ...(situacao === 'todas' ? {} : { status: situacao }), ...(perfil === 'todos' ? {} : { profile_type: perfil }) } }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  const columns = useColumns(setDoing);
  return (
    <Page title="Assinaturas">
      <SectionTabs label="Assinaturas" tabs={subscriptionTabs} />
      <Filters tabs={<Chips label="Situação" value={situacao} options={tabs} onChange={(next) => state.filter({ situacao: kept(next, 'todas') })} />}>
        <Search label="Buscar assinante" placeholder="Nome, e-mail ou documento" state={state} />
        <SelectField label="Perfil" value={perfil === 'todos' ? '' : perfil} placeholder="Todos" options={profiles} onChange={(next) => state.filter({ perfil: next || undefined })} />
      </Filters>
      <ListView
        list={list} caption="Assinaturas" columns={columns} keyOf={({ id }) => id} state={state}
        empty={<State icon={RepeatIcon} title="Nenhuma assinatura ainda">Cada produtor ou fornecedor que se cadastra começa em teste no plano padrão do seu perfil.</State>}
      />
      {doing?.what === 'extend' && <ExtendTrialDialog subscription={doing.subscription} onClose={close} />}
      {doing?.what === 'pay' && <ManualPaymentDialog subscription={doing.subscription} onClose={close} />}
    </Page>
  );
}

function useColumns(act: (doing: Doing) => void): readonly Column<Subscription>[] {
  const mayExtend = useMay('subscriptions.edit');
  const mayPay = useMay('payments.create');
  const maySeePayments = useMay('payments.view');
  return [
    { name: 'user', label: 'Assinante', bare: true, cell: ({ user }) => <Two first={<strong>{user.name}</strong>} second={user.email} /> },
    { name: 'plan', label: 'Plano', cell: ({ plan, billing_cycle }) => <Two first={plan.name} second={billingCycleLabels[billing_cycle]} /> },
    { name: 'status', label: 'Situação', cell: (row) => <Two first={<span><Chip tone={subscriptionTones[row.status]}>{row.status_label}</Chip></span>} second={row.cancel_requested_at === null ? null : 'cancela no fim do período'} /> },
    { name: 'due', label: 'Vencimento', sort: 'due_date', cell: ({ due_date, days_left }) => <Two first={formatDate(due_date)} second={dueText(days_left)} /> },
    { name: 'since', label: 'Desde', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
    {
      name: 'acts', label: 'Ações', align: 'right', bare: true, cell: (subscription) => (
        <Acts>
          {mayExtend && subscriptionCan.extend_trial(subscription.status) && <Act label={`Estender teste de ${subscription.user.name}`} onClick={() => act({ what: 'extend', subscription })}>Estender teste</Act>}
          {mayPay && <Act label={`Registrar pagamento de ${subscription.user.name}`} onClick={() => act({ what: 'pay', subscription })}>Registrar pagamento</Act>}
          {maySeePayments && <ActLink to="/pagamentos" search={{ assinatura: subscription.id }} label={`Pagamentos de ${subscription.user.name}`}>Pagamentos</ActLink>}
        </Acts>
      ),
    },
  ];
}
