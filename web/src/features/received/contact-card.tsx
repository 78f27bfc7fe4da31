import { Button } from '@mantine/core';
import type { OrderAward } from '@lavra/contract/orders/awards';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange, useRead } from '../../data/use-api.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { formatDateTime } from '../../text/dates.ts';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { Card } from '../../ui/page.tsx';
import { ProposalName } from '../../ui/proposal-name.tsx';
import { ActionRow, Quiet } from '../../ui/record.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import styles from './result.module.css';

const useAward = (order: string) =>
  useRead('getOrderAward', { params: { order } }, { staleTime: 0 }).data;

/** The reason that was given for the choice; nothing where none was. */
export function ChoiceReason({ order }: { readonly order: string }) {
  const reason = useAward(order)?.reason ?? null;
  return reason === null ? null : <Quiet>Motivo da escolha: {reason}</Quiet>;
}

/**
 * Shown a day after the choice: says to a chosen supplier, who has the producer's contact, that no
 * call came. The supplier's contact is not shown.
 */
export function ContactCard({ order: { uuid, status } }: { readonly order: ShownOrder }) {
  const award = useAward(uuid);
  if (status !== 'adjudicada' || award === undefined) return null;
  const shown = award.winners.filter(
    ({ contact_missed_at, can_report }) => contact_missed_at !== null || can_report,
  );
  if (shown.length === 0) return null;
  const isOnly = award.winners.length === 1;
  return (
    <Card title={isOnly ? 'Contato com o fornecedor' : 'Contato com os fornecedores'}>
      {!isOnly && (
        <p>
          Os fornecedores escolhidos têm o seu contato há mais de um dia. Diga qual não procurou
          você: só ele é lembrado.
        </p>
      )}
      {shown.map((winner) => (
        <Winner key={winner.proposal} order={uuid} winner={winner} isOnly={isOnly} />
      ))}
    </Card>
  );
}

interface WinnerProps {
  readonly order: string;
  readonly winner: OrderAward['winners'][number];
  /** Whether no other supplier was chosen. */
  readonly isOnly: boolean;
}

/** Whether one supplier called, and the button that says otherwise. */
const Winner = (props: WinnerProps) => (
  <div className={styles['contact']}>
    {!props.isOnly && (
      <h3>
        <ProposalName proposal={props.winner} />
      </h3>
    )}
    <WhetherCalled {...props} />
    <SayOtherwise {...props} />
  </div>
);

const WhetherCalled = ({ winner: { contact_missed_at }, isOnly }: WinnerProps) =>
  contact_missed_at === null ? (
    isOnly && (
      <p>
        O fornecedor escolhido tem o seu contato há mais de um dia. Ele ainda não procurou você?
      </p>
    )
  ) : (
    <p role="status">
      Você avisou em {formatDateTime(contact_missed_at)} que não o procuraram. O fornecedor foi
      lembrado, e a administração acompanha.
    </p>
  );

function SayOtherwise({ order, winner, isOnly }: WinnerProps) {
  const report = useChange('reportMissedContact');
  const withdraw = useChange('withdrawMissedContact');
  const [busy, once] = useOneAtATime();
  const { proposal, contact_missed_at } = winner;
  const run = (change: typeof report, done: string) => () =>
    void once(async () => {
      try {
        await change.mutateAsync({ params: { order }, query: { proposal } });
        toast(done);
      } catch (error) {
        toastProblem(error);
      }
    });
  const name = nameOf(winner);
  return (
    <ActionRow>
      {contact_missed_at === null ? (
        <Button
          variant="default"
          loading={busy}
          onClick={run(report, 'Aviso enviado ao fornecedor e à administração.')}
        >
          Não me procuraram
          {!isOnly && <span className="lv-hidden">, {name}</span>}
        </Button>
      ) : (
        <Button variant="default" loading={busy} onClick={run(withdraw, 'Aviso retirado.')}>
          Já me procuraram
          {!isOnly && <span className="lv-hidden">, {name}</span>}
        </Button>
      )}
    </ActionRow>
  );
}
