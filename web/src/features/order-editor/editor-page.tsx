import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { localDate } from '@lavra/domain/calendar/calendar';
import { useState } from 'react';
import { readText, readWord } from '../../lists/url-state.ts';
import { producerPaths } from '../../paths/producer.ts';
import { formatDate, serviceZone } from '../../text/dates.ts';
import { LockIcon } from '../../ui/icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Notice, QueryView, State } from '../../ui/states.tsx';
import { OrderActions } from '../producer-orders/order-actions.tsx';
import { useAddress } from '../../lists/use-address.ts';
import { useOrder, useOrderId, type ShownOrder } from '../producer-orders/use-order.ts';
import { Conflict } from './conflict.tsx';
import { DataStep } from './data-step.tsx';
import { DeliveryStep } from './delivery-step.tsx';
import { orderStart, type OrderStart } from './draft-format.ts';
import { problemsOf, steps, type Step } from './draft-values.ts';
import { StepFoot, Stepper, StepSection } from './editor-frame.tsx';
import { ItemsStep } from './items-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SavingLine } from './saving-line.tsx';
import { useSeenSteps } from './seen-steps.ts';
import { WriterNotice } from '../producer-orders/writer-notice.tsx';
import { useDraft, useLocalOrder, type Draft } from './use-draft.ts';

/** Edits a draft order in four steps; the copy on this device is enough to continue offline. */
export function OrderEditorPage() {
  const id = useOrderId();
  const query = useOrder(id);
  const local = useLocalOrder(id);
  const [begun, begin] = useState<OrderStart>();
  const start =
    begun ??
    (query.isFetchedAfterMount || query.isError ? orderStart(query.data, local.find()) : undefined);
  if (begun === undefined && start !== undefined) begin(start);
  const order = query.data;
  const isEditable = order === undefined || order.can_edit;
  return (
    <Page
      title="Rascunho de cotação"
      windowTitle={order === undefined ? 'Rascunho' : `${order.number} – Rascunho`}
      trail={[{ label: 'Cotações', to: producerPaths.orders }]}
      lead={order === undefined ? '' : <Lead order={order} />}
    >
      {start !== undefined && isEditable ? (
        <Editor id={id} start={start} order={order} />
      ) : (
        <QueryView query={query}>
          {(found) =>
            found.can_edit ? null : (
              <Card>
                <NotEditable order={found} />
              </Card>
            )
          }
        </QueryView>
      )}
    </Page>
  );
}

const Lead = ({ order: { number, deadline_date, producer } }: { readonly order: ShownOrder }) => (
  <>
    {producer !== undefined && `Para ${producer.name}. `}
    <span className="lv-number">{number}</span>, prazo {formatDate(deadline_date)}
  </>
);

function NotEditable({ order: { uuid, number, producer } }: { readonly order: ShownOrder }) {
  return (
    <State
      icon={LockIcon}
      title="Esta cotação não é mais um rascunho"
      actions={
        <Button renderRoot={(props) => <Link to={producerPaths.order(uuid)} {...props} />}>
          Ver a cotação
        </Button>
      }
    >
      {number} já foi publicada ou encerrada.{' '}
      {producer === undefined
        ? 'Para mudar os itens, duplique-a.'
        : `Daqui em diante ela fica com ${producer.name}.`}
    </State>
  );
}

interface EditorProps {
  readonly id: string;
  readonly start: OrderStart;
  readonly order: ShownOrder | undefined;
}

function Editor({ id, start, order }: EditorProps) {
  const [search] = useAddress();
  const step = readWord(search['passo'], steps, 'dados');
  const seen = useSeenSteps(id, step);
  const draft = useDraft(id, start);
  const today = localDate(new Date(), serviceZone);
  const problems = problemsOf(draft.values, today).map((problem) => problem.step);
  return (
    <>
      <Stepper step={step} problems={problems} seen={seen} isOpen />
      <SavingLine draft={draft} />
      <DraftNotices draft={draft} isRestored={start.isRestored} />
      {order !== undefined && <OrderNotices order={order} isAtReview={step === 'revisao'} />}
      <Card>
        <StepSection step={step} field={readText(search['campo'])}>
          {step === 'revisao' ? (
            <ReviewStep draft={draft} order={order} />
          ) : (
            <>
              <StepFields {...{ step, id, order, draft, today }} />
              <StepFoot step={step} />
            </>
          )}
        </StepSection>
      </Card>
      {order !== undefined && <OrderActions order={{ ...order, can_edit: false }} />}
    </>
  );
}

interface DraftNoticesProps {
  readonly draft: Draft;
  readonly isRestored: boolean;
}

/** That the draft was changed elsewhere too, or that it comes from this device. */
function DraftNotices({ draft: { values, state, keepMine, take }, isRestored }: DraftNoticesProps) {
  if (state.kind === 'conflict')
    return <Conflict stored={state.theirs} values={values} onMine={keepMine} onTheirs={take} />;
  return (
    isRestored && (
      <Notice role="status">
        <p>Recuperamos o que você estava preenchendo neste aparelho.</p>
      </Notice>
    )
  );
}

interface OrderNoticesProps {
  readonly order: ShownOrder;
  readonly isAtReview: boolean;
}

/** Who writes the draft, and why the administration returned it. */
const OrderNotices = ({ order, isAtReview }: OrderNoticesProps) => (
  <>
    {(order.producer === undefined || isAtReview) && (
      <WriterNotice order={order} isAtReview={isAtReview} />
    )}
    {order.reason !== null && (
      <Notice tone="warn" title="A administração devolveu esta cotação:">
        <p>{order.reason}</p>
      </Notice>
    )}
  </>
);

interface StepFieldsProps {
  readonly step: Exclude<Step, 'revisao'>;
  readonly id: string;
  readonly order: ShownOrder | undefined;
  readonly draft: Draft;
  readonly today: string;
}

function StepFields({ step, id, order, draft: { values, change }, today }: StepFieldsProps) {
  if (step === 'dados') return <DataStep values={values} change={change} today={today} />;
  if (step === 'entrega') return <DeliveryStep values={values} change={change} />;
  return (
    <ItemsStep
      order={id}
      items={values.items}
      legalNotice={order?.legal_notice ?? null}
      change={change}
    />
  );
}
