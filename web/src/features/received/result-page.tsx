import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { ActionRow, WonCard } from '../../ui/record.tsx';
import { Money, WithMoney } from '../../ui/money.tsx';
import { ScaleIcon } from '../../ui/page-icons.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { boughtItems } from '../buying/basket.ts';
import { MissingCard } from '../buying/missing-card.tsx';
import { Winners } from '../buying/winners.tsx';
import { amountOf, landedAmountOf, missingFreightText } from '../producer-orders/award-amount.ts';
import { chosenText } from '../producer-orders/chosen-text.ts';
import { DecisionRecordButton } from '../producer-orders/decision-record.tsx';
import { OrderFrame } from '../producer-orders/order-frame.tsx';
import { legalNoticeFor } from '../producer-orders/legal-notice.ts';
import { useIsReader, type ShownOrder } from '../producer-orders/use-order.ts';
import { useReceived } from '../producer-orders/received-proposals.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { ChoiceReason, ContactCard } from './contact-card.tsx';
import { OthersNotice } from './others-notice.tsx';
import { PrintButton, PrintNote } from './print-note.tsx';
import styles from './result.module.css';
import { savingsOf, savingsText, type Savings } from './savings.ts';

/** The result: what was chosen, what it saves, and the next steps. */
export const ResultPage = () => (
  <OrderFrame tab="Resultado">{(order) => <Found order={order} />}</OrderFrame>
);

function Found({ order }: { readonly order: ShownOrder }) {
  const received = useReceived(order.uuid);
  return (
    <QueryView query={received}>
      {(proposals) => {
        const winners = proposals.filter(({ award }) => award !== null);
        return winners.length === 0 || order.awarded_at === null ? (
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
            winners={winners}
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
  readonly winners: readonly ReceivedProposal[];
  readonly proposals: readonly ReceivedProposal[];
  readonly awardedAt: string;
}

function Result({ order, winners, proposals, awardedAt }: ResultProps) {
  const isReader = useIsReader();
  const [first] = winners;
  const savings =
    winners.length === 1 && first?.award?.kind === 'whole'
      ? savingsOf(first, proposals)
      : undefined;
  return (
    <>
      <PrintNote />
      <Award order={order} winners={winners} awardedAt={awardedAt} isReader={isReader} />
      <MissingCard order={order} proposals={proposals} isReader={isReader} />
      {savings !== undefined && <SavingsCard savings={savings} />}
      {!isReader && <ContactCard order={order} />}
      <NextSteps order={order} winners={winners} />
      {!isReader && <OthersNotice order={order} proposals={proposals} />}
    </>
  );
}

interface AwardProps extends Omit<ResultProps, 'proposals'> {
  readonly isReader: boolean;
}

/** What was chosen, for how much, and the papers on it. */
function Award({ order, winners, awardedAt, isReader }: AwardProps) {
  const { uuid, number, total_itens } = order;
  return (
    <WonCard
      title={chosenText(
        winners.length === 1 ? 'Proposta escolhida' : `${winners.length} propostas escolhidas`,
        winners,
        formatDateTime(awardedAt),
      )}
    >
      <p className={styles['chosen']}>
        <Money amount={amountOf(winners)} />{' '}
        <span>
          {boughtItems(winners).size} de {countOf(total_itens, ['item', 'itens'])}
          <FreightOf winners={winners} />
        </span>
      </p>
      <Winners order={uuid} winners={winners} />
      {!isReader && <ChoiceReason order={uuid} />}
      <ActionRow>
        {!isReader && <DecisionRecordButton order={uuid} number={number} />}
        <PrintButton size="md" />
      </ActionRow>
    </WonCard>
  );
}

/** What the freight adds to the amount of the items, or that some of it is not known. */
function FreightOf({ winners }: Pick<ResultProps, 'winners'>) {
  const landed = landedAmountOf(winners);
  if (landed > amountOf(winners))
    return (
      <>
        , <Money amount={landed} /> com o frete informado
      </>
    );
  return missingFreightText(winners);
}

/**
 * Compares only proposals that offer the chosen one's items in the same quantities, so that one
 * with fewer items never looks cheaper.
 */
const SavingsCard = ({ savings }: { readonly savings: Savings }) => (
  <Card
    title="Diante das outras propostas"
    lead={`Entre as ${savings.proposals} propostas que oferecem ${savings.items === 1 ? 'esse item na mesma quantidade' : `esses ${savings.items} itens nas mesmas quantidades`}, sem frete.`}
  >
    <p className={styles['savings']}>
      <WithMoney text={savingsText(savings)} />
    </p>
    <p>
      <Money amount={savings.chosen} /> pela proposta escolhida.
    </p>
  </Card>
);

function NextSteps({
  order,
  winners,
}: {
  readonly order: ShownOrder;
  readonly winners: readonly ReceivedProposal[];
}) {
  const legalNotice = legalNoticeFor(order, boughtItems(winners));
  return (
    <Card title={order.status === 'finalizada' ? 'Concluída' : 'Próximos passos'}>
      {order.status === 'finalizada' ? (
        <p>A entrega foi concluída e a cotação está finalizada.</p>
      ) : (
        <ol className={styles['next']}>
          <li>
            {winners.length === 1
              ? 'O fornecedor escolhido recebeu o seu contato e vai procurar você'
              : 'Cada fornecedor escolhido recebeu o seu contato e vai procurar você'}{' '}
            para combinar a entrega e o pagamento. Se isso não acontecer em um dia, avise nesta
            página.
          </li>
          {legalNotice !== null && <li>Providencie o receituário agronômico. {legalNotice}</li>}
          <li>Depois da entrega, volte aqui e finalize a cotação.</li>
        </ol>
      )}
    </Card>
  );
}
