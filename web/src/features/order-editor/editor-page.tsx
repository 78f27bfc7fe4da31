import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { localDate } from '@lavra/domain/calendar/calendar';
import { useState } from 'react';
import { readWord } from '../../lists/url-state.ts';
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
import { problemsOf, steps } from './draft-values.ts';
import { StepFoot, Stepper, StepSection } from './editor-frame.tsx';
import { ItemsStep } from './items-step.tsx';
import { useLocalDraft } from './local-draft.ts';
import { ReviewStep } from './review-step.tsx';
import { SavingLine } from './saving-line.tsx';
import { startOf, useDraft } from './use-draft.ts';

/** Edits a draft order in four steps; the copy on this device is enough to continue offline. */
export function OrderEditorPage() {
  const id = useOrderId();
  const query = useOrder(id);
  const local = useLocalDraft(id);
  const [begun, begin] = useState<ReturnType<typeof startOf>>();
  const start =
    begun ??
    (query.isFetchedAfterMount || query.isError
      ? startOf(query.data, local.find(), id)
      : undefined);
  if (begun === undefined && start !== undefined) begin(start);
  const order = query.data;
  const isEditable = order === undefined || order.can_edit;
  return (
    <Page
      title="Rascunho de cotação"
      windowTitle={order === undefined ? 'Rascunho' : `${order.number} – Rascunho`}
      trail={[{ label: 'Cotações', to: producerPaths.orders }]}
      lead={
        order === undefined
          ? undefined
          : `${order.number}, prazo ${formatDate(order.deadline_date)}`
      }
    >
      {start !== undefined && isEditable ? (
        <Editor key={start.order} start={start} order={order} />
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

function NotEditable({ order: { uuid, number } }: { readonly order: ShownOrder }) {
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
      {number} já foi publicada ou encerrada. Para mudar os itens, duplique-a.
    </State>
  );
}

function Editor({
  start,
  order,
}: {
  readonly start: NonNullable<ReturnType<typeof startOf>>;
  readonly order: ShownOrder | undefined;
}) {
  const [search] = useAddress();
  const step = readWord(search['passo'], steps, 'dados');
  const draft = useDraft(start);
  const { values, change, saving } = draft;
  const today = localDate(new Date(), serviceZone);
  const problems = problemsOf(values, today).map((problem) => problem.step);
  return (
    <>
      <Stepper step={step} problems={problems} isOpen />
      <SavingLine saving={saving} />
      {saving.state === 'conflict' && (
        <Conflict stored={saving.stored} values={values} onSettle={draft.settle} />
      )}
      {start.isDirty && saving.state !== 'conflict' && (
        <Notice role="status">
          <p>Recuperamos o que você estava preenchendo neste aparelho.</p>
        </Notice>
      )}
      {order !== undefined && order.reason !== null && (
        <Notice tone="warn" title="A administração devolveu esta cotação:">
          <p>{order.reason}</p>
        </Notice>
      )}
      <Card>
        <StepSection step={step}>
          {step === 'dados' && (
            <>
              <DataStep values={values} change={change} today={today} />
              <StepFoot step={step} />
            </>
          )}
          {step === 'itens' && (
            <>
              <ItemsStep
                order={start.order}
                items={values.items}
                legalNotice={order?.legal_notice ?? null}
                change={change}
              />
              <StepFoot step={step} />
            </>
          )}
          {step === 'entrega' && (
            <>
              <DeliveryStep values={values} change={change} />
              <StepFoot step={step} />
            </>
          )}
          {step === 'revisao' && <ReviewStep draft={draft} order={order} />}
        </StepSection>
      </Card>
      {order !== undefined && <OrderActions order={{ ...order, can_edit: false }} />}
    </>
  );
}
