import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { bindsSupplier } from '@lavra/domain/proposal/proposal-rules';
import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { DataTable } from '../../lists/data-table.tsx';
import { orderItemColumns } from '../../lists/order-item-columns.tsx';
import { commonPaths } from '../../paths/common.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { useConnectivity } from '../../runtime/context.tsx';
import { daysLeft, formatDate, formatDeadline } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { DeliveryTerms } from '../../ui/delivery-terms.tsx';
import { deadlineTone, orderTone, producerStatus } from '../../ui/order-texts.ts';
import { Card, Page } from '../../ui/page.tsx';
import { notesBeyondName } from '../../ui/item-wish.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { ActionRow, FactLine, Quiet } from '../../ui/record.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { FavoriteStar } from './favorite-star.tsx';
import { OrderAttachments } from './order-attachments.tsx';
import { deliveryOf } from './delivery-of.ts';
import { useDecline } from './order-choices.ts';
import { MyProposal } from './my-proposal.tsx';
import { nextStep } from './next-step.ts';
import { OrderQuestions } from './order-questions.tsx';
import { ProducerContact } from './producer-contact.tsx';

/** Reads the order in the address. */
export function useSupplierOrder(options: { readonly staleTime?: number } = {}) {
  const { order = '' }: { order?: string } = useParams({ strict: false });
  return useRead('getSupplierOrder', { params: { id: order } }, options);
}

/** An order as its potential supplier sees it: items, place, deadline, and the button to answer. */
export function OrderPage() {
  const query = useSupplierOrder({ staleTime: 0 });
  const order = query.data;
  return (
    <Page
      title={order?.description ?? 'Cotação'}
      windowTitle={order === undefined ? 'Cotação' : `Cotação ${order.number}`}
      trail={[{ label: 'Cotações', to: supplierPaths.orders }]}
      lead={order === undefined ? '' : <Facts order={order} />}
    >
      <QueryView query={query}>
        {(found) => (
          <>
            <Actions order={found} />
            <Notices order={found} />
            {found.producer_contact !== null && (
              <ProducerContact contact={found.producer_contact} number={found.number} />
            )}
            <Card flush>
              <DataTable
                caption="Itens da cotação"
                columns={itemColumns}
                rows={found.items}
                keyOf={({ id }) => id}
              />
            </Card>
            <DeliveryTerms place={deliveryOf(found)} order={found} />
            <OrderQuestions order={found} />
            <OrderAttachments uuid={found.uuid} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

export function Facts({ order }: { readonly order: SupplierOrder }) {
  const { number, status, is_suspended, deadline_date, dias_restantes, producer } = order;
  return (
    <FactLine>
      <FavoriteStar order={order} />
      <span className="lv-number">{number}</span>
      <Chip tone={is_suspended ? 'danger' : orderTone(status)}>
        {is_suspended ? 'Suspensa' : producerStatus(order)}
      </Chip>
      {status === 'publicada' && (
        <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip>
      )}
      <span>
        {status === 'publicada'
          ? formatDeadline(deadline_date)
          : `prazo ${formatDate(deadline_date)}`}
      </span>
      {order.my_proposal !== null && (
        <span>
          Sua proposta: <MyProposal order={order} />
        </span>
      )}
      <span>
        Produtor {producer.initials}
        {producer.city === null ? '' : `, ${producer.city}/${producer.state ?? ''}`}
      </span>
    </FactLine>
  );
}

/** The possible actions, always from the service's reply, never derived here. */
function Actions({ order }: { readonly order: SupplierOrder }) {
  const { comeBack, isComingBack } = useDecline(order.uuid);
  const offline = useConnectivity() === 'offline';
  const step = nextStep(order);
  const takes = order.takes_proposals && !order.declined;
  // The service refuses a decline while a proposal stands.
  const isBound = order.my_proposals.some(({ status }) => bindsSupplier(status, order.status));
  const mayAnswerAgain =
    takes && order.my_proposal !== null && order.my_proposal.status !== 'draft';
  return (
    <ActionRow>
      {step !== undefined && (
        <Button renderRoot={(props) => <Link to={step.to} {...props} />}>{step.label}</Button>
      )}
      <OtherProposals order={order} />
      {mayAnswerAgain && <AnswerAgain order={order} />}
      {order.declined && (
        <Button variant="default" aria-disabled={isComingBack || offline} onClick={comeBack}>
          Voltar a participar
        </Button>
      )}
      <Decline order={order} isPossible={takes && !isBound} />
    </ActionRow>
  );
}

/** The way to another proposal, which begins with what the one before it offers. */
const AnswerAgain = ({ order: { uuid, my_proposal } }: { readonly order: SupplierOrder }) => (
  <Button
    variant="default"
    renderRoot={(props) => (
      <Link
        to={supplierPaths.proposalEditor(uuid)}
        search={{ base: my_proposal?.uuid }}
        {...props}
      />
    )}
  >
    Enviar outra proposta
  </Button>
);

interface DeclineProps {
  readonly order: SupplierOrder;
  readonly isPossible: boolean;
}

/** Declines the order, and goes back to the list. */
function Decline({ order, isPossible }: DeclineProps) {
  const [asking, ask] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      {isPossible && (
        <Button variant="subtle" onClick={() => ask(true)}>
          Declinar
        </Button>
      )}
      {asking && (
        <DeclineDialog
          order={order}
          onClose={() => ask(false)}
          onDone={() => {
            void navigate({ to: supplierPaths.orders });
          }}
        />
      )}
    </>
  );
}

/** The ways to the supplier's proposals beside the one that the page leads on with. */
function OtherProposals({ order }: { readonly order: SupplierOrder }) {
  const others = order.my_proposals.filter(({ uuid }) => uuid !== order.my_proposal?.uuid);
  return others.map(({ uuid, status }, index) => (
    <Button
      key={uuid}
      variant="default"
      renderRoot={(props) => <Link to={supplierPaths.proposal(uuid)} {...props} />}
    >
      {others.length === 1 ? 'Ver outra proposta' : `Ver outra proposta ${index + 1}`} (
      {proposalStatusLabels[status].toLowerCase()})
    </Button>
  ));
}

const OutsideProfile = () => (
  <Notice tone="warn" title="Esta cotação está fora do que a sua empresa informou atender.">
    <p>
      Você pode cotar se entregar lá. Para receber avisos de outras como esta, inclua a região em{' '}
      <Link to={commonPaths.coverage}>Área de atuação</Link> ou o tipo de produto em{' '}
      <Link to={commonPaths.productTypes}>Produtos</Link>.
    </p>
  </Notice>
);

const HowToAnswer = ({
  order: { closure_type, split_award },
}: {
  readonly order: SupplierOrder;
}) => (
  <Notice
    tone="info"
    title={
      closure_type === 'fechada'
        ? 'Cotação fechada: todo item precisa de preço.'
        : 'Cotação aberta: o item que você não tem pode ser justificado.'
    }
  >
    <p>
      {split_award
        ? 'O produtor pode comprar itens de mais de um fornecedor.'
        : 'O produtor pretende comprar tudo de um fornecedor só.'}
    </p>
  </Notice>
);

function Notices({ order }: { readonly order: SupplierOrder }) {
  const { is_suspended, declined, legal_notice, matches_profile, status, takes_proposals } = order;
  return (
    <>
      {is_suspended && (
        <Notice tone="danger" title="Esta cotação está suspensa pela administração.">
          <p>Por enquanto ninguém pode salvar nem enviar propostas, e nenhuma é escolhida.</p>
        </Notice>
      )}
      {declined && (
        <Notice tone="info" title="Você declinou esta cotação.">
          <p>Para responder a ela, volte a participar.</p>
        </Notice>
      )}
      {status === 'publicada' && !takes_proposals && !is_suspended && !declined && (
        <Notice tone="info">
          <p>O prazo desta cotação terminou.</p>
        </Notice>
      )}
      {takes_proposals && !matches_profile && <OutsideProfile />}
      {takes_proposals && <HowToAnswer order={order} />}
      {legal_notice !== null && (
        <Notice tone="warn">
          <p>{legal_notice}</p>
        </Notice>
      )}
    </>
  );
}

const itemColumns = orderItemColumns((item) => {
  const notes = notesBeyondName(item);
  return (
    <>
      <ProductName product={item.product} />
      {notes !== null && <Quiet>{notes}</Quiet>}
    </>
  );
});
