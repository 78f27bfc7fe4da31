import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinationsBody } from '@lavra/contract/purchases/combinations';
import { useRested } from '../../forms/use-rested.ts';
import { useAddress } from '../../lists/use-address.ts';
import { producerPaths } from '../../paths/producer.ts';
import { usePortal } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { ScaleIcon } from '../../ui/page-icons.tsx';
import { Money } from '../../ui/money.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { SuspendedNotice } from '../producer-orders/order-frame.tsx';
import { useReceived } from '../producer-orders/received-proposals.ts';
import { useOrder, useOrderId, type ShownOrder } from '../producer-orders/use-order.ts';
import { AwardDialog } from './award-dialog.tsx';
import { boughtItems, type Basket } from './basket.ts';
import styles from './combinations.module.css';
import { ConstraintFields } from './constraint-fields.tsx';
import { bodyOf, isConstrained, readConstraints, writeConstraints } from './constraints.ts';
import { LeftOver } from './left-over.tsx';
import { PointChoice } from './point-choice.tsx';
import { PointSections } from './point-sections.tsx';
import {
  basketOf,
  doubtText,
  pointAt,
  uncoveredOf,
  withoutFreightText,
  type Point,
} from './points.ts';

/** From which proposals an order is best bought: by one, two or more of them. */
export function CombinationsPage() {
  const id = useOrderId();
  const order = useOrder(id);
  const received = useReceived(id);
  const number = order.data?.number;
  return (
    <Page
      title="Combinações"
      windowTitle={number === undefined ? 'Combinações' : `${number} – Combinações`}
      lead={order.data?.description ?? ''}
      trail={[
        { label: 'Cotações', to: producerPaths.orders },
        { label: number ?? 'Cotação', to: producerPaths.order(id) },
        { label: 'Propostas', to: producerPaths.proposals(id) },
      ]}
    >
      <QueryView query={order}>
        {(found) => (
          <QueryView query={received}>
            {(proposals) => <Opened order={found} proposals={proposals} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

interface OpenedProps {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
}

function Opened({ order, proposals }: OpenedProps) {
  const [search, change] = useAddress();
  const constraints = readConstraints(search);
  const { combinations, isCurrent } = useCombinations(order.uuid, bodyOf(constraints));
  const [asked, ask] = useState<Basket>();
  return (
    <>
      <SuspendedNotice order={order} />
      <div className={styles['page']}>
        <ConstraintFields
          constraints={constraints}
          items={order.items}
          proposals={proposals}
          onChange={(part) => change(writeConstraints(part), { replace: true })}
        />
        <div className={styles['main']} aria-busy={!isCurrent || undefined}>
          <QueryView query={combinations}>
            {({ data }) =>
              data.length === 0 ? (
                <Nothing
                  order={order.uuid}
                  isAllBought={boughtItems(proposals).size === order.items.length}
                  {...(isConstrained(constraints)
                    ? {
                        onClear: () =>
                          change(writeConstraints(readConstraints({})), { replace: true }),
                      }
                    : {})}
                />
              ) : (
                <Points points={data} order={order} isCurrent={isCurrent} onBuy={ask} />
              )
            }
          </QueryView>
        </div>
      </div>
      {asked !== undefined && (
        <AwardDialog
          order={order}
          proposals={proposals}
          basket={asked}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

/** How long after the last change of a constraint the combinations are asked for, in ms. */
const REST = 400;

/**
 * Reads what can be bought under constraints; until that is there, the combinations of the former
 * constraints stay, and are not current.
 */
function useCombinations(order: string, body: CombinationsBody) {
  const { api } = usePortal();
  const asked = JSON.stringify(body);
  const rested = useRested(asked, REST) || asked;
  const combinations = useQuery({
    queryKey: ['combineProposals', order, rested],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call('combineProposals', {
        params: { order },
        body: JSON.parse(rested) as CombinationsBody, // written above
        signal,
      }),
  });
  return { combinations, isCurrent: rested === asked && !combinations.isPlaceholderData };
}

interface PointsProps extends Pick<OpenedProps, 'order'> {
  readonly points: readonly Point[];
  /** False while the points are those of former constraints, under which nothing is bought. */
  readonly isCurrent: boolean;
  readonly onBuy: (basket: Basket) => void;
}

function Points({ points, order, isCurrent, onBuy }: PointsProps) {
  const [search, change] = useAddress();
  const point = pointAt(points, search['ponto']);
  if (point === undefined) return null;
  const doubt = doubtText(point);
  return (
    <>
      <PointChoice
        points={points}
        chosen={point}
        onChoose={({ proposals_used: ponto }) => change({ ponto }, { replace: true })}
      />
      {doubt !== undefined && <p className={styles['doubt']}>{doubt}</p>}
      <PointSections key={point.proposals_used} point={point} items={order.items} />
      <LeftOver left={uncoveredOf(point, order.items)} />
      <div className={styles['bar']} role="region" aria-label="Compra">
        <Sum point={point} />
        <Button aria-disabled={!isCurrent} onClick={() => isCurrent && onBuy(basketOf(point))}>
          {isCurrent ? 'Comprar' : 'Calculando…'}
        </Button>
      </div>
    </>
  );
}

/** What a combination costs, and what it covers for that. */
function Sum({ point }: { readonly point: Point }) {
  const lacking = withoutFreightText(point);
  return (
    <p aria-live="polite">
      <strong>
        <Money amount={point.landed_total} />
      </strong>{' '}
      <span>
        {point.covered} de {countOf(point.items_count, ['item', 'itens'])},{' '}
        {countOf(point.proposals_used, ['proposta', 'propostas'])}
        {lacking !== undefined && `, ${lacking}`}
      </span>
    </p>
  );
}

function Nothing({
  order,
  isAllBought,
  onClear,
}: {
  readonly order: string;
  readonly isAllBought: boolean;
  readonly onClear?: () => void;
}) {
  const way = isAllBought
    ? { to: producerPaths.orderResult(order), label: 'Ver o resultado' }
    : { to: producerPaths.proposals(order), label: 'Ver as propostas' };
  return (
    <Card>
      <State
        icon={ScaleIcon}
        title={isAllBought ? 'Tudo já foi comprado' : 'Nenhuma combinação'}
        actions={
          onClear === undefined || isAllBought ? (
            <Button renderRoot={(props) => <Link to={way.to} {...props} />}>{way.label}</Button>
          ) : (
            <Button variant="default" onClick={onClear}>
              Tirar as restrições
            </Button>
          )
        }
      >
        {isAllBought
          ? 'Não falta nenhum item desta cotação.'
          : onClear === undefined
            ? 'Nenhuma proposta que vale hoje oferece o que falta desta cotação.'
            : 'Com estas restrições nenhuma proposta pode ser comprada.'}
      </State>
    </Card>
  );
}
