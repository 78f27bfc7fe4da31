import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CreateOrderBody } from '@lavra/contract/orders/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { useProfile } from '../account/use-profile.ts';
import { readText } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { producerPaths } from '../../paths/producer.ts';
import { serviceZone } from '../../text/dates.ts';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Notice, QueryView, State } from '../../ui/states.tsx';
import { useIsReader } from '../producer-orders/use-order.ts';
import { DataStep } from './data-step.tsx';
import { defaultPlace } from './delivery-default.ts';
import { descriptionOfItems } from './description-of-items.ts';
import { bodyOf, emptyDraft, problemsOf, type DraftValues } from './draft-values.ts';
import { StepFoot, Stepper, StepSection } from './editor-frame.tsx';
import { useSeenStorage } from './seen-steps.ts';
import { useLocalOrder } from './use-draft.ts';

/**
 * The first step of a new order, which is created on the service once it has a deadline: for the
 * producer's farm, and with a description that follows the items where none was written.
 */
export const NewOrderPage = () => (useIsReader() ? <AdvisedOrderPage /> : <OwnOrderPage />);

function OwnOrderPage() {
  const profile = useProfile();
  const create = useChange('createOrder');
  return (
    <FirstStep
      title="Nova cotação"
      localId="nova"
      error={create.error}
      isPending={create.isPending}
      place={async () => defaultPlace(profile.data ?? (await profile.refetch()).data)}
      create={(body, idempotencyKey) => create.mutateAsync({ body, idempotencyKey })}
    />
  );
}

/** A consultant writes for the producer in the address. */
function AdvisedOrderPage() {
  const id = readText(useAddress()[0]['produtor']);
  const create = useChange('createConsultantOrder');
  const producer = useRead('getConsultantProducer', { params: { id } }, { enabled: id !== '' });
  if (id === '') return <NoProducer />;
  return (
    <QueryView query={producer}>
      {({ name, city, state }) => (
        <FirstStep
          title={`Nova cotação para ${name}`}
          localId={`nova.${id}`}
          error={create.error}
          isPending={create.isPending}
          place={async () => (city === null || state === null ? {} : { city, state })}
          create={(body, idempotencyKey) =>
            create.mutateAsync({ params: { id }, body, idempotencyKey })
          }
        />
      )}
    </QueryView>
  );
}

const NoProducer = () => (
  <Page title="Nova cotação" trail={[{ label: 'Cotações', to: producerPaths.orders }]} narrow>
    <Card>
      <State
        icon={UsersIcon}
        title="Para quem é a cotação?"
        actions={
          <Button renderRoot={(props) => <Link to="/" {...props} />}>Escolher o produtor</Button>
        }
      >
        Abra um dos seus produtores e comece a cotação por lá.
      </State>
    </Card>
  </Page>
);

interface FirstStepProps {
  readonly title: string;
  /** Where this device keeps it until the service has it. */
  readonly localId: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Returns where the order is delivered unless it says otherwise. */
  readonly place: () => Promise<Partial<DraftValues>>;
  readonly create: (body: CreateOrderBody, key: string) => Promise<{ readonly uuid: string }>;
}

const FirstStep = ({ title, ...rest }: FirstStepProps) => (
  <Page title={title} trail={[{ label: 'Cotações', to: producerPaths.orders }]} narrow>
    <Stepper step="dados" isOpen={false} />
    <Card>
      <NewOrder {...rest} />
    </Card>
  </Page>
);

type NewOrderProps = Omit<FirstStepProps, 'title'>;

/** Returns what of the values a new order is created with; undefined without a deadline. */
function creationOf(values: DraftValues) {
  const { deadline_date, closure_type, split_award, delivery_address } = bodyOf(values);
  return deadline_date === undefined
    ? undefined
    : {
        description: values.description.trim() || descriptionOfItems([]),
        deadline_date,
        ...(delivery_address === undefined ? {} : { delivery_address }),
        ...(closure_type === undefined ? {} : { closure_type }),
        ...(split_award === undefined ? {} : { split_award }),
      };
}

/** A first step that is kept on this device until the order is created with it. */
function useNewDraft({ localId, place, create }: NewOrderProps) {
  const local = useLocalOrder(localId);
  const seen = useSeenStorage();
  const navigate = useNavigate();
  const [found] = useState(() => local.find());
  const [values, setValues] = useState<DraftValues>(found?.draft ?? emptyDraft);
  const key = useOperationKey();
  return {
    isFound: found !== undefined,
    values,
    change: (part: Partial<DraftValues>): void => {
      const next = { ...values, ...part };
      setValues(next);
      local.save({ draft: next, base: undefined });
    },
    store: async (): Promise<void> => {
      const body = creationOf({ ...values, ...(await place()) });
      if (body === undefined) return;
      const { uuid } = await create(body, key);
      local.remove();
      seen.save(uuid, ['dados']);
      await navigate({
        to: producerPaths.orderEditor(uuid),
        search: { passo: 'itens' },
        replace: true,
      });
    },
  };
}

/** The draft, what is wrong in it once the next step was tried, and the way there. */
function useFirstStep(props: NewOrderProps) {
  const { store, ...draft } = useNewDraft(props);
  const { values } = draft;
  const [tried, setTried] = useState(false);
  const today = localDate(new Date(), serviceZone);
  const errors = tried ? errorsOf(values, today) : {};
  const goOn = async (): Promise<void> => {
    setTried(true);
    const first = Object.keys(errorsOf(values, today))[0];
    if (first !== undefined)
      return document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
    try {
      await store();
    } catch {
      // Shown in the step.
    }
  };
  return { ...draft, today, errors, goOn };
}

function NewOrder(props: NewOrderProps) {
  const { error, isPending } = props;
  const { isFound, values, change, errors, today, goOn } = useFirstStep(props);
  return (
    <StepSection
      step="dados"
      lead="Depois desta etapa a cotação fica guardada como rascunho, e você pode continuar em outro aparelho."
    >
      {isFound && (
        <Notice role="status">
          <p>Recuperamos o que você estava preenchendo.</p>
        </Notice>
      )}
      <DataStep values={values} change={change} errors={errors} today={today} />
      {error !== null && (
        <Notice tone="danger" role="alert">
          <p>{error.message} O que você preencheu está guardado neste aparelho.</p>
        </Notice>
      )}
      <StepFoot step="dados">
        <Button
          aria-disabled={isPending}
          onClick={() => {
            if (!isPending) void goOn();
          }}
        >
          {isPending ? 'Criando rascunho…' : 'Continuar'}
        </Button>
      </StepFoot>
    </StepSection>
  );
}

function errorsOf(values: DraftValues, today: string): Partial<Record<keyof DraftValues, string>> {
  const described = { ...values, description: descriptionOfItems([]) };
  const problem = problemsOf(described, today).find(({ step }) => step === 'dados');
  return problem === undefined ? {} : { deadline_date: problem.sentence };
}
