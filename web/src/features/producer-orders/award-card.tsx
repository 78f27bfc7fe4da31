import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { usePortal } from '../../portal/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatMoney } from '../../text/decimal.ts';
import { CheckCircleIcon, DownloadIcon } from '../../ui/icons.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useReceived } from '../received/anonymous.ts';
import styles from './orders.module.css';
import { useIsReader, type ShownOrder } from './use-order.ts';

/** After the choice: what happens now, and the record of it. */
export function AwardCard({ order }: { readonly order: ShownOrder }) {
  const { awarded_at, status } = order;
  if (awarded_at === null || (status !== 'adjudicada' && status !== 'finalizada')) return null;
  return <Award order={order} awardedAt={awarded_at} />;
}

function Award({ order: { uuid, number, status, total_itens }, awardedAt }: { readonly order: ShownOrder; readonly awardedAt: string }) {
  const isReader = useIsReader();
  const winner = useReceived(uuid).data?.find((proposal) => proposal.status === 'accepted');
  return (
    <section className={styles['award']} aria-labelledby="escolha">
      <h2 id="escolha"><CheckCircleIcon size={24} />Proposta escolhida em {formatDateTime(awardedAt)}</h2>
      {winner !== undefined && <p className={styles['winner']}>{winner.label}: {formatMoney(winner.total_amount)} <span>{winner.priced_items} de {countOf(total_itens, ['item', 'itens'])}{winner.freight_amount === null ? '' : `, ${formatMoney(winner.landed_total)} com frete`}</span></p>}
      {!isReader && <p>{status === 'finalizada' ? 'A entrega foi concluída e a cotação está finalizada.' : 'O fornecedor escolhido recebeu o seu contato e vai procurar você para combinar a entrega. Depois da entrega, finalize a cotação.'}</p>}
      <div className={styles['actions']}>
        {!isReader && <DecisionRecordButton order={uuid} number={number} />}
        <Button variant="default" renderRoot={(props) => <Link to={`/cotacoes/${uuid}/propostas`} {...props} />}>Ver as propostas</Button>
      </div>
    </section>
  );
}

/** The PDF that keeps the decision as it was taken, by letters. */
function DecisionRecordButton({ order, number }: { readonly order: string; readonly number: string }) {
  const { api } = usePortal();
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await saveFile(await api.open('getDecisionRecord', { params: { order } }), `registro-da-decisao-${number}.pdf`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return <Button leftSection={<DownloadIcon size={18} />} aria-disabled={busy} onClick={() => { void download(); }}>{busy ? 'Preparando…' : 'Registro da decisão (PDF)'}</Button>;
}
