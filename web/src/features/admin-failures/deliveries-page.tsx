import { Button } from '@mantine/core';
import type { Delivery } from '@lavra/contract/admin/deliveries';
import { useState } from 'react';
import { useChange, useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { Chips } from '../../lists/chips.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../portal/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Filters, ListView, Search } from '../admin-lists/list-view.tsx';
import { Act, Acts, Pairs, RowButton, SectionTabs, Two } from '../admin-lists/parts.tsx';
import { kept, useList } from '../admin-lists/use-list.ts';
import { channelLabels, deliveryStateLabels, deliveryTones, failureTabs } from './failures-texts.ts';

const words = { situacao: ['troubled', 'failed', 'unknown', 'queued', 'sent', 'skipped'], canal: ['todos', 'email', 'whatsapp'] } as const;
const tabs = [['troubled', 'Com problema'], ['failed', 'Não saíram'], ['unknown', 'Podem ter chegado'], ['queued', 'Na fila'], ['sent', 'Enviados'], ['skipped', 'Não se aplicam']] as const;

type Doing = { readonly what: 'look' | 'retry'; readonly delivery: Delivery };
const isTroubled = ({ state }: Delivery): boolean => state === 'failed' || state === 'unknown';

/** Notices by mail and WhatsApp that did not go out, and another try for them. */
export function DeliveriesPage() {
  const state = useList({ sorts: ['created_at'], first: { field: 'created_at', descending: true }, words });
  const { situacao, canal } = state.words;
  const list = useRead('listDeliveries', { query: { ...state.paging, q: state.text, ...(situacao === 'troubled' ? {} : { state: situacao }), ...(canal === 'todos' ? {} : { channel: canal }) } }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <Page title="Avisos por e-mail e WhatsApp" lead="Os que não saíram ou talvez não tenham chegado, e os outros.">
      <SectionTabs label="Falhas" tabs={failureTabs} />
      <Filters tabs={<Chips label="Situação" value={situacao} options={tabs} onChange={(next) => state.filter({ situacao: kept(next, 'troubled') })} />}>
        <Search label="Buscar quem recebe" placeholder="Nome ou e-mail" state={state} />
        <SelectField label="Canal" value={canal === 'todos' ? '' : canal} placeholder="Todos" options={Object.entries(channelLabels)} onChange={(next) => state.filter({ canal: next || undefined })} />
      </Filters>
      <ListView
        list={list} caption="Avisos" columns={useColumns(setDoing)} keyOf={({ id }) => id} state={state} onOpen={(delivery) => setDoing({ what: 'look', delivery })}
        empty={<State icon={CheckCircleIcon} title="Nenhum aviso com problema">O que não pôde ser entregue depois da última tentativa espera aqui por alguém.</State>}
      />
      {doing?.what === 'look' && <DeliveryDialog delivery={doing.delivery} onClose={close} onRetry={() => setDoing({ what: 'retry', delivery: doing.delivery })} />}
      {doing?.what === 'retry' && <RetryDialog delivery={doing.delivery} onClose={close} />}
    </Page>
  );
}

function useColumns(act: (doing: Doing) => void): readonly Column<Delivery>[] {
  const mayRetry = useMay('settings.edit');
  return [
    { name: 'who', label: 'Para quem', bare: true, cell: (delivery) => <Two first={<RowButton onClick={() => act({ what: 'look', delivery })}>{delivery.recipient.name}</RowButton>} second={delivery.recipient.email} /> },
    { name: 'event', label: 'Aviso', cell: ({ event_label, channel }) => <Two first={event_label} second={channelLabels[channel]} /> },
    { name: 'state', label: 'Situação', cell: ({ state }) => <Chip tone={deliveryTones[state]}>{deliveryStateLabels[state]}</Chip> },
    { name: 'failure', label: 'Motivo', cell: ({ failure }) => failure ?? '' },
    { name: 'when', label: 'Criado em', sort: 'created_at', cell: ({ created_at }) => formatDateTime(created_at) },
    { name: 'acts', label: 'Ações', align: 'right', bare: true, cell: (delivery) => mayRetry && isTroubled(delivery) && <Acts><Act label={`Enviar de novo a ${delivery.recipient.name}`} onClick={() => act({ what: 'retry', delivery })}>Enviar de novo</Act></Acts> },
  ];
}

function DeliveryDialog({ delivery, onClose, onRetry }: { readonly delivery: Delivery; readonly onClose: () => void; readonly onRetry: () => void }) {
  const mayRetry = useMay('settings.edit');
  return (
    <Dialog title={delivery.event_label} onClose={onClose}>
      <Pairs
        pairs={[
          ['Para', `${delivery.recipient.name} (${delivery.recipient.email})`], ['Canal', channelLabels[delivery.channel]], ['Situação', <Chip key="state" tone={deliveryTones[delivery.state]}>{deliveryStateLabels[delivery.state]}</Chip>],
          ['Motivo', delivery.failure ?? 'nenhum'], ['Tentativas', delivery.attempts], ['No provedor', delivery.provider_reference ?? 'sem número'], ['Criado em', formatDateTime(delivery.created_at)], ['Mudou em', formatDateTime(delivery.updated_at)],
        ]}
      />
      <DialogActions>
        <Button variant="default" autoFocus onClick={onClose}>Fechar</Button>
        {mayRetry && isTroubled(delivery) && <Button onClick={onRetry}>Enviar de novo</Button>}
      </DialogActions>
    </Dialog>
  );
}

function RetryDialog({ delivery, onClose }: { readonly delivery: Delivery; readonly onClose: () => void }) {
  const retry = useChange('retryDelivery', { stale: ['listDeliveries'] });
  return (
    <ConfirmDialog
      title="Enviar de novo?" action="Enviar de novo" onClose={onClose}
      body={<><p><strong>{delivery.event_label}</strong>, por {channelLabels[delivery.channel]}, a {delivery.recipient.name}.</p>{delivery.state === 'unknown' && <p>O aviso anterior pode ter chegado: este pode ser o segundo.</p>}</>}
      run={async () => {
        await retry.mutateAsync({ params: { id: String(delivery.id) } });
        toast('O aviso voltou à fila.');
      }}
    />
  );
}
