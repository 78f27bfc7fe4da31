import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useRead } from '../../data/use-api.ts';
import { producerPaths } from '../../paths/producer.ts';
import { ScaleIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Notice, QueryView, State } from '../../ui/states.tsx';
import { useAddress } from '../../lists/use-address.ts';
import { useIsReader, useOrder, useOrderId } from '../producer-orders/use-order.ts';
import { useReceived, useReview } from '../producer-orders/received-proposals.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { chooseFrom, readChoice, writeChoice } from './choice.ts';
import { CompareChoice } from './compare-choice.tsx';
import { Comparison } from './comparison.tsx';

/** Two or three proposals of an order, side by side; the address names them. */
export function ComparePage() {
  const order = useOrderId();
  const received = useReceived(order);
  const number = received.data?.[0]?.order.number;
  const back = producerPaths.proposals(order);
  return (
    <Page
      title="Comparar propostas"
      windowTitle={number === undefined ? 'Comparar' : `${number} – Comparar`}
      lead={received.data?.[0]?.order.description ?? ''}
      trail={[
        { label: 'Cotações', to: producerPaths.orders },
        { label: number ?? 'Cotação', to: producerPaths.order(order) },
        { label: 'Propostas', to: back },
      ]}
    >
      <QueryView query={received}>
        {(proposals) => <Compared order={order} proposals={proposals} />}
      </QueryView>
    </Page>
  );
}

interface ComparedProps {
  readonly order: string;
  readonly proposals: readonly ReceivedProposal[];
}

/** The proposals that the address names, and their comparison where they are enough. */
function useCompared({ order, proposals }: ComparedProps) {
  const [search] = useAddress();
  const isReader = useIsReader();
  const { chosen, notice } = chooseFrom(
    readChoice(search['p']),
    proposals.map(({ uuid }) => uuid),
  );
  const isEnough = chosen.length >= 2 && !isReader;
  const comparison = useRead(
    'compareOrderProposals',
    { params: { order }, query: { 'proposals[]': [...chosen] } },
    { enabled: isEnough, staleTime: 0, keepPrevious: true },
  );
  useAnalyzing(isEnough ? proposals.filter(({ uuid }) => chosen.includes(uuid)) : []);
  return { chosen, notice, isEnough, comparison };
}

function Compared({ order, proposals }: ComparedProps) {
  const { chosen, notice, isEnough, comparison } = useCompared({ order, proposals });
  return (
    <>
      {notice !== undefined && (
        <Notice tone="warn" role="status">
          <p>{notice}</p>
        </Notice>
      )}
      {isEnough ? (
        <AfterOrder order={order}>
          <QueryView query={comparison}>
            {(found) => (
              <Comparison
                comparison={found}
                received={proposals}
                swap={<CompareChoice proposals={proposals} chosen={inOrder(proposals, chosen)} />}
              />
            )}
          </QueryView>
        </AfterOrder>
      ) : (
        <TooFew order={order} chosen={chosen} />
      )}
    </>
  );
}

/** Waits for the order: what it says can be bought stands above the table, and would push it down. */
function AfterOrder({ order, children }: { readonly order: string; readonly children: ReactNode }) {
  return <QueryView query={useOrder(order)}>{() => children}</QueryView>;
}

interface TooFewProps {
  readonly order: string;
  readonly chosen: readonly string[];
}

const TooFew = ({ order, chosen }: TooFewProps) => (
  <Card>
    <State
      icon={ScaleIcon}
      title="Escolha pelo menos 2"
      actions={
        <Button
          renderRoot={(props) => (
            <Link
              to={producerPaths.proposals(order)}
              search={{ comparar: writeChoice(chosen) }}
              {...props}
            />
          )}
        >
          Escolher propostas
        </Button>
      }
    >
      Marque 2 ou 3 propostas desta cotação para ver item por item.
    </State>
  </Card>
);

/** Returns proposals in the order of the columns: by letter. */
const inOrder = (
  proposals: readonly ReceivedProposal[],
  chosen: readonly string[],
): readonly string[] => proposals.flatMap(({ uuid }) => (chosen.includes(uuid) ? [uuid] : []));

/**
 * Marks compared proposals as under analysis, once per visit; those marked as pre-selected stay so.
 */
function useAnalyzing(compared: readonly ReceivedProposal[]): void {
  const review = useReview();
  const said = useRef(new Set<string>());
  useEffect(() => {
    for (const { uuid, review_state } of compared) {
      if ((review_state !== 'new' && review_state !== 'viewed') || said.current.has(uuid)) continue;
      said.current.add(uuid);
      // A failure is harmless: the next visit sends it again.
      review(uuid, 'analyzing').catch(() => undefined);
    }
  });
}
