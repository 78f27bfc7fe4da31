import { Button } from '@mantine/core';
import type { Delivery } from '@lavra/contract/admin/deliveries';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { choice } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, Acts, RowButton, SectionTabs, Two } from '../admin-kit/parts.tsx';
import {
  channelLabels,
  deliveryStateLabels,
  deliveryTones,
  failureTabs,
} from './failures-texts.ts';

const filters = {
  state: choice(
    'situacao',
    'Situação',
    [
      ['failed', 'Não saíram'],
      ['unknown', 'Podem ter chegado'],
      ['queued', 'Na fila'],
      ['sent', 'Enviados'],
      ['skipped', 'Não se aplicam'],
    ],
    { all: 'Com problema', tabs: true },
  ),
  channel: choice('canal', 'Canal', [
    ['email', channelLabels.email],
    ['whatsapp', channelLabels.whatsapp],
  ]),
} as const;

type Doing = { readonly what: 'look' | 'retry'; readonly delivery: Delivery };
const isTroubled = ({ state }: Delivery): boolean => state === 'failed' || state === 'unknown';

/** The list as the address describes it, and the notifications in it. */
function useDeliveries() {
  const list = useList({
    sorts: ['created_at'],
    first: { field: 'created_at', descending: true },
    filters: { ...filters, event: choice('aviso', 'Aviso', useEvents()) },
  });
  const deliveries = useRead(
    'listDeliveries',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return { list, deliveries };
}

/** Lists notifications by mail and WhatsApp that failed, and retries them. */
export function DeliveriesPage() {
  const { list, deliveries } = useDeliveries();
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <ListPage
      title="Avisos por e-mail e WhatsApp"
      caption="Avisos"
      words={['aviso', 'avisos']}
      lead="Os que não saíram ou talvez não tenham chegado, e os outros."
      above={<SectionTabs label="Falhas" tabs={failureTabs} />}
      search={{ label: 'Buscar quem recebe', placeholder: 'Nome ou e-mail' }}
      list={list}
      query={deliveries}
      columns={[recipientColumn(setDoing), ...columns, actionsColumn(setDoing)]}
      keyOf={({ id }) => id}
      empty={
        <State icon={CheckCircleIcon} title="Nenhum aviso com problema">
          O que não pôde ser entregue depois da última tentativa espera aqui por alguém.
        </State>
      }
    >
      {doing?.what === 'look' && (
        <DeliveryDialog
          delivery={doing.delivery}
          onClose={close}
          onRetry={() => setDoing({ what: 'retry', delivery: doing.delivery })}
        />
      )}
      {doing?.what === 'retry' && <RetryDialog delivery={doing.delivery} onClose={close} />}
    </ListPage>
  );
}

/** Returns every event that has notifications, with the label for its first recipient. */
function useEvents(): readonly (readonly [Delivery['event'], string])[] {
  const channels = useRead('listNotificationChannels', {}, { enabled: useMay('settings.view') })
    .data?.data;
  const events =
    channels === undefined ? [] : [...channels.producer, ...channels.supplier, ...channels.admin];
  return [
    ...new Map(events.toReversed().map(({ event, label }) => [event, label] as const)),
  ].toSorted(([, a], [, b]) => a.localeCompare(b, 'pt-BR'));
}

type Do = (doing: Doing) => void;

const recipientColumn = (act: Do): Column<Delivery> => ({
  name: 'who',
  label: 'Para quem',
  bare: true,
  cell: (delivery) => (
    <Two
      first={
        <RowButton onClick={() => act({ what: 'look', delivery })}>
          {delivery.recipient.name}
        </RowButton>
      }
      second={delivery.recipient.email}
    />
  ),
});

/** What was to be delivered, and what became of it. */
const columns: readonly Column<Delivery>[] = [
  {
    name: 'event',
    label: 'Aviso',
    cell: ({ event_label, channel }) => <Two first={event_label} second={channelLabels[channel]} />,
  },
  {
    name: 'state',
    label: 'Situação',
    cell: ({ state }) => <Chip tone={deliveryTones[state]}>{deliveryStateLabels[state]}</Chip>,
  },
  { name: 'failure', label: 'Motivo', cell: ({ failure }) => failure ?? '' },
  {
    name: 'when',
    label: 'Criado em',
    sort: 'created_at',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
];

/** Retries a delivery that failed or may have failed. */
function Actions({ delivery, act }: { readonly delivery: Delivery; readonly act: Do }) {
  const mayRetry = useMay('settings.edit');
  return (
    mayRetry &&
    isTroubled(delivery) && (
      <Acts>
        <Act
          label={`Enviar de novo a ${delivery.recipient.name}`}
          onClick={() => act({ what: 'retry', delivery })}
        >
          Enviar de novo
        </Act>
      </Acts>
    )
  );
}

const actionsColumn = (act: Do): Column<Delivery> => ({
  name: 'acts',
  label: 'Ações',
  align: 'right',
  bare: true,
  cell: (delivery) => <Actions delivery={delivery} act={act} />,
});

function DeliveryDialog({
  delivery,
  onClose,
  onRetry,
}: {
  readonly delivery: Delivery;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}) {
  const mayRetry = useMay('settings.edit');
  return (
    <FactsDialog
      title={delivery.event_label}
      onClose={onClose}
      actions={
        mayRetry && isTroubled(delivery) && <Button onClick={onRetry}>Enviar de novo</Button>
      }
      facts={[
        { label: 'Para', value: `${delivery.recipient.name} (${delivery.recipient.email})` },
        { label: 'Canal', value: channelLabels[delivery.channel] },
        {
          label: 'Situação',
          value: (
            <Chip tone={deliveryTones[delivery.state]}>{deliveryStateLabels[delivery.state]}</Chip>
          ),
        },
        { label: 'Tentativas', value: delivery.attempts },
        { label: 'Motivo', value: delivery.failure ?? 'nenhum', wide: true },
        { label: 'No provedor', value: delivery.provider_reference ?? 'sem número' },
        { label: 'Criado em', value: formatDateTime(delivery.created_at) },
        { label: 'Mudou em', value: formatDateTime(delivery.updated_at) },
      ]}
    />
  );
}

function RetryDialog({
  delivery,
  onClose,
}: {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}) {
  const retry = useChange('retryDelivery');
  return (
    <ConfirmDialog
      title="Enviar de novo?"
      action="Enviar de novo"
      onClose={onClose}
      body={
        <>
          <p>
            <strong>{delivery.event_label}</strong>, por {channelLabels[delivery.channel]}, a{' '}
            {delivery.recipient.name}.
          </p>
          {delivery.state === 'unknown' && (
            <p>O aviso anterior pode ter chegado: este pode ser o segundo.</p>
          )}
        </>
      }
      run={async () => {
        await retry.mutateAsync({ params: { id: String(delivery.id) } });
        toast('O aviso voltou à fila.');
      }}
    />
  );
}
