import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatMoney } from '../../text/decimal.ts';
import { CheckCircleIcon, ScaleIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { DecisionRecordButton } from '../producer-orders/decision-record.tsx';
import { OrderFrame } from '../producer-orders/order-frame.tsx';
import orders from '../producer-orders/orders.module.css';
import { useIsReader, type ShownOrder } from '../producer-orders/use-order.ts';
import { useReceived } from '../producer-orders/anonymous.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { OthersNotice } from './others-notice.tsx';
import { PrintButton, PrintNote } from './print-note.tsx';
import styles from './result.module.css';
import { savingsOf, type Savings } from './savings.ts';

/** The result: what was chosen, what it saves, and the next steps. */
export const ResultPage = () => (
  <OrderFrame tab="Resultado">{(order) => <Found order={order} />}</OrderFrame>
);

function Found({ order }: { readonly order: ShownOrder }) {
  const received = useReceived(order.uuid);
  return (
    <QueryView query={received}>
      {(proposals) => {
        const winner = proposals.find(({ status }) => status === 'accepted');
        return winner === undefined || order.awarded_at === null ? (
          <Card>
            <State
              icon={ScaleIcon}
              title="Nenhuma proposta escolhida ainda"
              actions={
                <Button
                  renderRoot={(props) => (
                    <Link to={producerPaths.proposals(order.uuid)} {...props} />
                  )}
                >
                  Ver as propostas
                </Button>
              }
            >
              Quando você aceitar uma, o resultado aparece aqui.
            </State>
          </Card>
        ) : (
          <Result
            order={order}
            winner={winner}
            proposals={proposals}
            awardedAt={order.awarded_at}
          />
        );
      }}
    </QueryView>
  );
}

interface ResultProps {
  readonly order: ShownOrder;
  readonly winner: ReceivedProposal;
  readonly proposals: readonly ReceivedProposal[];
  readonly awardedAt: string;
}

function Result({ order, winner, proposals, awardedAt }: ResultProps) {
  const isReader = useIsReader();
  const { uuid, number, total_itens } = order;
  const savings = savingsOf(winner, proposals);
  return (
    <>
      <PrintNote />
      <section className={orders['award']} aria-labelledby="escolha">
        <h2 id="escolha">
          <CheckCircleIcon size={24} />
          Proposta escolhida em {formatDateTime(awardedAt)}
        </h2>
        <p className={orders['winner']}>
          {winner.label}: {formatMoney(winner.total_amount)}{' '}
          <span>
            {winner.priced_items} de {countOf(total_itens, ['item', 'itens'])}
            {winner.freight_amount === null
              ? ''
              : `, ${formatMoney(winner.landed_total)} com frete`}
          </span>
        </p>
        <div className={orders['actions']}>
          {!isReader && <DecisionRecordButton order={uuid} number={number} />}
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to={producerPaths.proposal(uuid, winner.uuid)} {...props} />
            )}
          >
            Ver a {winner.label}
          </Button>
          <PrintButton />
        </div>
      </section>
      {savings !== undefined && <SavingsCard savings={savings} />}
      <NextSteps order={order} winner={winner} />
      {!isReader && <OthersNotice order={order} proposals={proposals} />}
    </>
  );
}

/**
 * Compares only items that others price too, so that a proposal with fewer items never looks
 * cheaper.
 */
function SavingsCard({
  savings: { items, chosen, highest, median, belowHighest, belowMedian },
}: {
  readonly savings: Savings;
}) {
  return (
    <Card
      title="Economia"
      lead={`${items === 1 ? 'No item que outra proposta também cotou' : `Nos ${items} itens que outras propostas também cotaram`}, pelas quantidades pedidas e sem frete.`}
    >
      <dl className={styles['savings']}>
        <div data-strong>
          <dt>
            {belowHighest > 0
              ? 'A menos que os preços mais altos'
              : 'Diferença para os preços mais altos'}
          </dt>
          <dd>
            {formatMoney(belowHighest)}
            <small>{formatMoney(highest)} pelos mais altos</small>
          </dd>
        </div>
        <div data-strong>
          <dt>
            {belowMedian < 0
              ? 'A mais que os preços do meio (mediana)'
              : 'A menos que os preços do meio (mediana)'}
          </dt>
          <dd>
            {formatMoney(Math.abs(belowMedian))}
            <small>{formatMoney(median)} pela mediana</small>
          </dd>
        </div>
        <div>
          <dt>Pela proposta escolhida</dt>
          <dd>{formatMoney(chosen)}</dd>
        </div>
      </dl>
    </Card>
  );
}

function NextSteps({
  order: { status, has_pesticide, legal_notice, total_itens },
  winner,
}: Pick<ResultProps, 'order' | 'winner'>) {
  const missing = total_itens - winner.priced_items;
  return (
    <Card title={status === 'finalizada' ? 'Concluída' : 'Próximos passos'}>
      {status === 'finalizada' ? (
        <p>A entrega foi concluída e a cotação está finalizada.</p>
      ) : (
        <ol className={styles['next']}>
          <li>
            O fornecedor escolhido recebeu o seu contato e vai procurar você para combinar a entrega
            e o pagamento.
          </li>
          {has_pesticide && <li>Providencie o receituário agronômico. {legal_notice}</li>}
          {missing > 0 && (
            <li>
              {missing === 1 ? '1 item ficou' : `${missing} itens ficaram`} sem preço. Para comprar
              o que falta, duplique esta cotação e deixe só esses itens.
            </li>
          )}
          <li>Depois da entrega, volte aqui e finalize a cotação.</li>
        </ol>
      )}
    </Card>
  );
}
