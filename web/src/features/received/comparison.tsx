import { Button } from '@mantine/core';
import type { OrderComparison } from '@lavra/contract/orders/schemas';
import { useState, type ReactNode } from 'react';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { readText, readWord } from '../../lists/url-state.ts';
import { countOf, formatMoney } from '../../text/decimal.ts';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { useAddress } from '../../lists/use-address.ts';
import { SuspendedNotice } from '../producer-orders/order-frame.tsx';
import { useOrder } from '../producer-orders/use-order.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { asSpreadsheet, groupRows, rowSorts, viewRows, type RowView } from './comparison-view.ts';
import { Matrix } from './matrix.tsx';
import { PrintButton, PrintNote } from './print-note.tsx';
import styles from './received.module.css';
import { RejectDialog } from './reject-dialog.tsx';

interface ComparisonProps {
  readonly comparison: OrderComparison;
  readonly received: readonly ReceivedProposal[];
  readonly swap: ReactNode;
}

/** The matrix with its controls and the decisions made on it. */
export function Comparison({ comparison, received, swap }: ComparisonProps) {
  const [asked, setAsked] = useState<{
    readonly what: 'accept' | 'reject';
    readonly proposal: ReceivedProposal;
  }>();
  const [search, change] = useAddress();
  const view: RowView = {
    text: readText(search['item']),
    onlyDifferences: search['diferencas'] === 1,
    hideUnpriced: search['cotados'] === 1,
    sort: readWord(search['ordem'], rowSorts, 'pedido'),
  };
  const rows = viewRows(comparison.rows, view);
  const byType = search['tipos'] === 1;
  const hasTypes = new Set(comparison.rows.map(({ product_type }) => product_type)).size > 1;
  const order = useOrder(comparison.order.uuid).data;
  const legalNotice = order?.legal_notice ?? null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(asSpreadsheet(comparison, rows));
      toast('Tabela copiada. Cole na sua planilha.');
    } catch {
      toast('O navegador não deixou copiar.', { tone: 'danger' });
    }
  };
  return (
    <>
      <PrintNote />
      {swap}
      {order !== undefined && <SuspendedNotice order={order} />}
      {legalNotice !== null && (
        <Notice tone="warn">
          <p>{legalNotice}</p>
        </Notice>
      )}
      <div className={styles['matrixControls']}>
        <SearchBox
          label="Buscar item"
          value={view.text}
          onSearch={(item) => change({ item: item || undefined }, { replace: true })}
        />
        <SelectField
          label="Ordenar itens"
          value={view.sort}
          options={[
            ['pedido', 'Como no pedido'],
            ['valor', 'Maior valor primeiro'],
            ['diferenca', 'Maior diferença primeiro'],
          ]}
          onChange={(ordem) =>
            change({ ordem: ordem === 'pedido' ? undefined : ordem }, { replace: true })
          }
        />
      </div>
      <div className={styles['matrixChecks']}>
        <CheckField
          label="Só diferenças"
          checked={view.onlyDifferences}
          onChange={(on) => change({ diferencas: on ? 1 : undefined }, { replace: true })}
        />
        <CheckField
          label="Ocultar não cotados por todos"
          checked={view.hideUnpriced}
          onChange={(on) => change({ cotados: on ? 1 : undefined }, { replace: true })}
        />
        {hasTypes && (
          <CheckField
            label="Agrupar por tipo de produto"
            checked={byType}
            onChange={(on) => change({ tipos: on ? 1 : undefined }, { replace: true })}
          />
        )}
      </div>
      <div className={styles['matrixTools']}>
        <PrintButton />
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            void copy();
          }}
        >
          Copiar tabela
        </Button>
        <p role="status">
          {rows.length === comparison.rows.length
            ? countOf(rows.length, ['item', 'itens'])
            : `${rows.length} de ${countOf(comparison.rows.length, ['item', 'itens'])}`}
        </p>
      </div>
      <Matrix
        comparison={comparison}
        groups={groupRows(rows, byType && hasTypes)}
        received={received}
        onAsk={(what, proposal) => setAsked({ what, proposal })}
      />
      <section className={styles['best']} aria-labelledby="melhor-combinacao">
        <h2 id="melhor-combinacao">Melhor combinação: {formatMoney(comparison.best_total)}</h2>
        <p>
          É quanto custaria comprar cada item onde ele é mais barato. Serve só de referência: a
          plataforma aceita uma proposta inteira.
        </p>
      </section>
      <p className={styles['hint']}>As letras valem só para esta sessão.</p>
      {asked?.what === 'accept' && (
        <AcceptDialog
          proposal={asked.proposal}
          legalNotice={legalNotice}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.what === 'reject' && (
        <RejectDialog proposals={[asked.proposal]} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
