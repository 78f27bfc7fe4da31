import type { ReactNode } from 'react';
import { TabStrip } from '../../lists/tab-strip.tsx';
import { producerPaths } from '../../paths/producer.ts';
import { daysLeft, formatDate, formatDeadline } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { FactLine } from '../../ui/record.tsx';
import { deadlineTone, orderTone, producerStatus } from '../../ui/order-texts.ts';
import { Page } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { AwardCard } from './award-card.tsx';
import { OrderActions } from './order-actions.tsx';
import { WriterNotice } from './writer-notice.tsx';
import { useIsReader, useOrder, useOrderId, type ShownOrder } from './use-order.ts';

interface OrderFrameProps {
  readonly tab: string;
  readonly children: (order: ShownOrder) => ReactNode;
}

/** The layout of an order's tabs: its data, its deadline, its actions. */
export function OrderFrame({ tab, children }: OrderFrameProps) {
  const query = useOrder(useOrderId());
  const order = query.data;
  return (
    <Page
      title={order?.description ?? 'Cotação'}
      windowTitle={order === undefined ? 'Cotação' : `${order.number} – ${tab}`}
      trail={[{ label: 'Cotações', to: producerPaths.orders }]}
      lead={order === undefined ? '' : <Facts order={order} tab={tab} />}
    >
      <QueryView query={query}>
        {(found) => (
          <>
            <OrderActions order={found} />
            <OrderNotices order={found} tab={tab} />
            {tab !== 'Resultado' && <AwardCard order={found} />}
            <Tabs order={found} />
            {children(found)}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Facts({ order, tab }: { readonly order: ShownOrder; readonly tab: string }) {
  const { number, status, is_suspended, deadline_date, dias_restantes, closure_type, producer } =
    order;
  return (
    <FactLine>
      <span className="lv-number">{number}</span>
      {producer !== undefined && <span>{producer.name}</span>}
      <Chip tone={is_suspended ? 'danger' : orderTone(status)}>
        {is_suspended ? 'Suspensa' : producerStatus(order)}
      </Chip>
      {status === 'publicada' && (
        <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip>
      )}
      <span>
        {status === 'publicada' || status === 'rascunho' || status === 'pendente'
          ? formatDeadline(deadline_date)
          : `prazo ${formatDate(deadline_date)}`}
      </span>
      <span data-desk={tab === 'Itens' ? undefined : true}>
        {closure_type === 'fechada'
          ? 'Fechada: todo item precisa de preço'
          : 'Aberta: item sem preço pode ser justificado'}
      </span>
    </FactLine>
  );
}

/** Explains what a suspension stops, and why; mentions no other parties. */
export function SuspendedNotice({
  order: { is_suspended, reason },
}: {
  readonly order: ShownOrder;
}) {
  if (!is_suspended) return null;
  return (
    <Notice tone="danger" title="Esta cotação está suspensa pela administração.">
      <p>
        Por enquanto ninguém envia propostas, e nenhuma pode ser aceita.
        {reason === null ? '' : ` Motivo: ${reason}`}
      </p>
    </Notice>
  );
}

function OrderNotices({ order, tab }: { readonly order: ShownOrder; readonly tab: string }) {
  const { is_suspended, legal_notice, reason, status, producer } = order;
  return (
    <>
      <WriterNotice order={order} />
      {producer !== undefined && status !== 'rascunho' && (
        <Notice tone="info" title="Você acompanha esta cotação, sem alterar nada.">
          <p>Publicar, comparar, aceitar e recusar ficam com {producer.name}.</p>
        </Notice>
      )}
      <SuspendedNotice order={order} />
      {!is_suspended && reason !== null && (
        <Notice
          tone={status === 'rascunho' ? 'warn' : 'info'}
          title={status === 'rascunho' ? 'A administração devolveu esta cotação:' : 'Motivo'}
        >
          <p>{reason}</p>
        </Notice>
      )}
      {status === 'pendente' && (
        <Notice tone="info" title="Esperando a publicação.">
          <p>Avisaremos assim que ela estiver aberta aos fornecedores.</p>
        </Notice>
      )}
      {tab === 'Itens' && legal_notice !== null && (
        <Notice tone="warn">
          <p>{legal_notice}</p>
        </Notice>
      )}
    </>
  );
}

function Tabs({ order: { uuid, proposals_count, awarded_at } }: { readonly order: ShownOrder }) {
  const isReader = useIsReader();
  return (
    <TabStrip
      label="Partes da cotação"
      tabs={[
        { label: 'Itens', to: producerPaths.order(uuid) },
        { label: 'Propostas', count: proposals_count, to: producerPaths.proposals(uuid) },
        ...(awarded_at === null
          ? []
          : [{ label: 'Resultado', to: producerPaths.orderResult(uuid) }]),
        ...(isReader
          ? []
          : [
              { label: 'Perguntas', to: producerPaths.orderQuestions(uuid) },
              { label: 'Anexos', to: producerPaths.orderAttachments(uuid) },
              { label: 'Histórico', to: producerPaths.orderHistory(uuid) },
            ]),
      ]}
    />
  );
}
