import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { usePortal } from '../../portal/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { CheckCircleIcon, DownloadIcon } from '../../ui/icons.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './orders.module.css';
import { useIsReader, type ShownOrder } from './use-order.ts';

/** After the choice: what happens now, and the record of it. */
export function AwardCard({ order: { uuid, number, awarded_at, status } }: { readonly order: ShownOrder }) {
  const isReader = useIsReader();
  if (awarded_at === null || (status !== 'adjudicada' && status !== 'finalizada')) return null;
  return (
    <section className={styles['award']} aria-labelledby="escolha">
      <h2 id="escolha"><CheckCircleIcon size={24} />Proposta escolhida em {formatDateTime(awarded_at)}</h2>
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
