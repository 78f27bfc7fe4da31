import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { localDate } from '@lavra/domain/calendar/calendar';
import { useState } from 'react';
import { NoAnswer } from '../../api/api-error.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { producerPaths } from '../../paths/producer.ts';
import { formatDeadline, serviceZone } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { typedUnits } from '../../text/units.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Term, TermList } from '../../ui/record.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { ItemWish } from '../../ui/item-wish.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useIsReader, type ShownOrder } from '../producer-orders/use-order.ts';
import { AskToPublish } from './ask-to-publish.tsx';
import { factsOf } from './draft-facts.ts';
import {
  leftBehind,
  problemsOf,
  shownProduct,
  wishOf,
  type DraftValues,
  type Problem,
} from './draft-values.ts';
import { StepFoot } from './editor-frame.tsx';
import { useSeenStorage } from './seen-steps.ts';
import styles from './editor.module.css';
import type { Draft } from './use-draft.ts';
import { isReadyToPublish } from './ready-to-publish.ts';
import { remedyOf } from '../../forms/resend-verification.tsx';

/**
 * The last step: a summary, what is missing, how many suppliers it reaches, and the button to
 * publish.
 */
export function ReviewStep({
  draft,
  order,
}: {
  readonly draft: Draft;
  readonly order: ShownOrder | undefined;
}) {
  const { values, state } = draft;
  const problems = problemsOf(values, localDate(new Date(), serviceZone));
  const isReader = useIsReader();
  const legalNotice = order?.legal_notice ?? null;
  const isStored =
    (state.kind === 'unchanged' || state.kind === 'saved') && leftBehind(values) === undefined;
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} />}
      <Summary values={values} />
      {legalNotice !== null && (
        <Notice tone="warn">
          <p>{legalNotice}</p>
        </Notice>
      )}
      {order !== undefined && !isReader && isStored && values.items.length > 0 && (
        <AudienceSize key={draft.base()?.version} order={order.uuid} hasCity={values.city !== ''} />
      )}
      <StepFoot step="revisao">
        {isReader ? (
          <AskToPublish draft={draft} order={order} isReady={problems.length === 0} />
        ) : (
          <PublishButton draft={draft} order={order} isReady={problems.length === 0} />
        )}
      </StepFoot>
    </>
  );
}

const Problems = ({ problems }: { readonly problems: readonly Problem[] }) => (
  <section className={styles['problems']} aria-labelledby="falta">
    <h3 id="falta">
      <AlertIcon />
      Antes de publicar
    </h3>
    <ul>
      {problems.map(({ step, sentence, field }, index) => (
        // two items may have one name
        <li key={`${index} ${sentence}`}>
          <Link
            to="."
            className="lv-link"
            search={{ passo: step, ...(field === undefined ? {} : { campo: field }) }}
            resetScroll={field === undefined}
          >
            {sentence}
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

const Summary = ({ values }: { readonly values: DraftValues }) => (
  <>
    <TermList>
      {factsOf(values).map(([label, text, isWide]) => (
        <Term key={label} name={label} wide={isWide}>
          {text}
        </Term>
      ))}
    </TermList>
    <section className={styles['reviewItems']} aria-labelledby="itens-da-cotacao">
      <h3 id="itens-da-cotacao">
        {countOf(values.items.length, ['item', 'itens'], 'Nenhum item')}
      </h3>
      <ol>
        {values.items.map((item) => (
          <li key={item.key}>
            <div>
              <ProductName product={shownProduct(item)} />
              <ItemWish item={wishOf(item)} />
            </div>
            <span className="lv-number">{typedUnits(item.quantity, item.unit)}</span>
          </li>
        ))}
      </ol>
    </section>
  </>
);

/** Returns how many suppliers match the items and the city; never which ones. */
function useAudienceSize(order: string, enabled = true) {
  return useRead('getOrderReach', { params: { order } }, { staleTime: 0, enabled });
}

function AudienceSize({ order, hasCity }: { readonly order: string; readonly hasCity: boolean }) {
  const audience = useAudienceSize(order).data;
  if (audience === undefined) return null;
  return (
    <p className={styles['audience']} role="status">
      <UsersIcon size={28} />
      <span>
        <strong>
          {countOf(
            audience.matching_suppliers,
            ['fornecedor atende', 'fornecedores atendem'],
            'Nenhum fornecedor atende',
          )}
        </strong>{' '}
        estes produtos{hasCity ? ' neste lugar' : ''}, de {formatCount(audience.total_suppliers)} na
        plataforma.
        {hasCity ? '' : ' Sem o local de entrega, quem atende só algumas regiões não é avisado.'}
        {audience.matching_suppliers === 0 ? ' Confira o local de entrega e os itens.' : ''}
      </span>
    </p>
  );
}

interface PublishButtonProps {
  readonly draft: Draft;
  readonly order: ShownOrder | undefined;
  readonly isReady: boolean;
}

/** Publishes the draft in the version that the screen knows, and opens the order. */
function usePublish({ draft, order }: Omit<PublishButtonProps, 'isReady'>) {
  const key = useOperationKey();
  const publish = useChange('publishOrder');
  const navigate = useNavigate();
  const seen = useSeenStorage();
  return async (): Promise<void> => {
    const version = draft.base()?.version;
    if (order === undefined || version === undefined) throw new NoAnswer();
    const { status, number } = await publish.mutateAsync({
      params: { order: order.uuid },
      ifMatch: version,
      idempotencyKey: `${key}.${version}`,
    });
    seen.remove(order.uuid);
    toast(
      status === 'publicada'
        ? `${number} publicada. Avisamos os fornecedores.`
        : `${number} enviada. Ela abre assim que for liberada.`,
    );
    await navigate({ to: producerPaths.order(order.uuid), replace: true });
  };
}

function PublishButton({ draft, order, isReady }: PublishButtonProps) {
  const [asking, setAsking] = useState(false);
  const publish = usePublish({ draft, order });
  const ask = async (): Promise<void> => {
    if (await isReadyToPublish(draft, isReady)) setAsking(true);
  };
  return (
    <>
      <Button
        aria-disabled={!isReady}
        onClick={() => {
          void ask();
        }}
      >
        Publicar cotação
      </Button>
      {asking && (
        <ConfirmDialog
          title="Publicar a cotação?"
          action="Publicar"
          onClose={() => setAsking(false)}
          run={publish}
          remedy={remedyOf}
          body={<WhatIsPublished values={draft.values} order={order} />}
        />
      )}
    </>
  );
}

/** Repeats what is about to be published, and how many suppliers it concerns. */
function WhatIsPublished({
  values,
  order,
}: { readonly values: DraftValues } & Pick<PublishButtonProps, 'order'>) {
  const audience = useAudienceSize(order?.uuid ?? '', order !== undefined).data;
  return (
    <>
      <p>
        <strong>{values.description}</strong>, {countOf(values.items.length, ['item', 'itens'])},{' '}
        {formatDeadline(values.deadline_date)}.
      </p>
      <p>
        {audience === undefined
          ? ''
          : `${countOf(audience.matching_suppliers, ['fornecedor atende', 'fornecedores atendem'], 'Nenhum fornecedor atende')} esta cotação. `}
        Depois de publicada, só mudam o prazo, os anexos e as respostas às perguntas.
      </p>
    </>
  );
}
