import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { localDate } from '@lavra/domain/calendar/calendar';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { producerPaths } from '../../paths/producer.ts';
import { serviceZone } from '../../text/dates.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Forbidden, Notice } from '../../ui/states.tsx';
import { useIsReader } from '../producer-orders/use-order.ts';
import { DataStep } from './data-step.tsx';
import { bodyOf, emptyDraft, problemsOf, type DraftValues } from './draft-values.ts';
import { StepFoot, Stepper, StepSection } from './editor-frame.tsx';
import { useLocalDraft } from './local-draft.ts';

/**
 * The first step of a new order, which is created on the service once it has a description and a
 * deadline.
 */
export function NewOrderPage() {
  const isReader = useIsReader();
  return (
    <Page title="Nova cotação" trail={[{ label: 'Cotações', to: producerPaths.orders }]} narrow>
      {isReader ? (
        <Forbidden permission="orders.create" />
      ) : (
        <>
          <Stepper step="dados" isOpen={false} />
          <Card>
            <NewOrder />
          </Card>
        </>
      )}
    </Page>
  );
}

function NewOrder() {
  const local = useLocalDraft('nova');
  const navigate = useNavigate();
  const create = useChange('createOrder');
  const [found] = useState(() => local.find());
  const [values, setValues] = useState<DraftValues>(found?.values ?? emptyDraft);
  const [tried, setTried] = useState(false);
  const key = useOperationKey();
  const today = localDate(new Date(), serviceZone);
  const errors = tried ? errorsOf(values, today) : {};
  const change = (part: Partial<DraftValues>): void => {
    const next = { ...values, ...part };
    setValues(next);
    local.save({ values: next, version: 0 });
  };
  const goOn = async (): Promise<void> => {
    setTried(true);
    const first = Object.keys(errorsOf(values, today))[0];
    if (first !== undefined)
      return document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
    const { description, deadline_date, closure_type } = bodyOf(values);
    if (description === undefined || deadline_date === undefined) return;
    try {
      const { uuid } = await create.mutateAsync({
        body: {
          description,
          deadline_date,
          ...(closure_type === undefined ? {} : { closure_type }),
        },
        idempotencyKey: key,
      });
      local.remove();
      await navigate({
        to: producerPaths.orderEditor(uuid),
        search: { passo: 'itens' },
        replace: true,
      });
    } catch {
      // Shown below.
    }
  };
  return (
    <StepSection
      step="dados"
      lead="Depois desta etapa a cotação fica guardada como rascunho, e você pode continuar em outro aparelho."
    >
      {found !== undefined && (
        <Notice role="status">
          <p>Recuperamos o que você estava preenchendo.</p>
        </Notice>
      )}
      <DataStep values={values} change={change} errors={errors} today={today} />
      {create.error !== null && (
        <Notice tone="danger" role="alert">
          <p>{create.error.message} O que você preencheu está guardado neste aparelho.</p>
        </Notice>
      )}
      <StepFoot step="dados">
        <Button
          aria-disabled={create.isPending}
          onClick={() => {
            if (!create.isPending) void goOn();
          }}
        >
          {create.isPending ? 'Criando rascunho…' : 'Continuar'}
        </Button>
      </StepFoot>
    </StepSection>
  );
}

function errorsOf(values: DraftValues, today: string): Partial<Record<keyof DraftValues, string>> {
  const sentences = problemsOf(values, today)
    .filter(({ step }) => step === 'dados')
    .map(({ sentence }) => sentence);
  const ofDescription = sentences.find((one) => one.startsWith('Descreva'));
  const ofDeadline = sentences.find((one) => one !== ofDescription);
  return {
    ...(ofDescription === undefined ? {} : { description: ofDescription }),
    ...(ofDeadline === undefined ? {} : { deadline_date: ofDeadline }),
  };
}
