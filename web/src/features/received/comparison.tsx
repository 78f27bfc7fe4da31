import { Button } from '@mantine/core';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { useState, type ReactNode } from 'react';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { readText, readWord } from '../../lists/url-state.ts';
import { countOf } from '../../text/decimal.ts';
import { toast } from '../../ui/toasts.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { useAddress } from '../../lists/use-address.ts';
import { SuspendedNotice } from '../producer-orders/order-frame.tsx';
import { offeredNotice } from '../producer-orders/legal-notice.ts';
import { useOrder, type ShownOrder } from '../producer-orders/use-order.ts';
import { useBuying } from '../buying/use-buying.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { bestCombinationText, notTogetherText } from './best-combination.ts';
import { weighed } from './cheapest.ts';
import { WithMoney } from '../../ui/money.tsx';
import { comparisonSentence } from './comparison-sentence.ts';
import { asSpreadsheet, groupRows, rowSorts, viewRows, type RowView } from './comparison-view.ts';
import { Matrix } from './matrix.tsx';
import { Fold } from './fold.tsx';
import { PrintButton, PrintNote } from './print-note.tsx';
import styles from './received.module.css';
import { RejectDialog } from './reject-dialog.tsx';

interface ComparisonProps {
  readonly comparison: OrderComparison;
  readonly received: readonly ReceivedProposal[];
  readonly swap: ReactNode;
}

interface Asked {
  readonly what: 'accept' | 'reject';
  readonly proposal: ReceivedProposal;
}

/** What the address says about the rows, and the rows seen so. */
function useRows({ rows: all }: OrderComparison) {
  const [search, change] = useAddress();
  const view: RowView = {
    text: readText(search['item']),
    onlyDifferences: search['diferencas'] === 1,
    hideUnpriced: search['cotados'] === 1,
    sort: readWord(search['ordem'], rowSorts, 'pedido'),
  };
  const rows = viewRows(all, view);
  const byType = search['tipos'] === 1;
  const hasTypes = new Set(all.map(({ product_type }) => product_type)).size > 1;
  return { view, rows, byType, hasTypes, groups: groupRows(rows, byType && hasTypes), change };
}

/** The matrix with its controls and the decisions made on it. */
export function Comparison({ comparison, received, swap }: ComparisonProps) {
  const [asked, setAsked] = useState<Asked>();
  const seen = useRows(comparison);
  const order = useOrder(comparison.order.uuid).data;
  const compared = received.filter(({ uuid }) =>
    comparison.proposals.some(({ proposal }) => proposal === uuid),
  );
  const buying = useBuying(order, { compared, received });
  return (
    <>
      <PrintNote />
      <Answer comparison={comparison} />
      {order !== undefined && <SuspendedNotice order={order} />}
      {buying?.start}
      <Fold label="Trocar propostas, buscar e filtrar itens" isOnPaper={false}>
        {swap}
        <RowControls seen={seen} />
        <MatrixTools comparison={comparison} rows={seen.rows} />
      </Fold>
      <Matrix
        comparison={comparison}
        groups={seen.groups}
        received={received}
        onAsk={(what, proposal) => setAsked({ what, proposal })}
        choice={buying?.choice}
      />
      {buying?.bar}
      <p className={styles['hint']}>
        As letras valem só para esta sessão; os nomes de árvore são sempre os mesmos.
      </p>
      {asked !== undefined && (
        <AskedDialog
          what={asked.what}
          proposal={received.find(({ uuid }) => uuid === asked.proposal.uuid) ?? asked.proposal}
          order={order}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface AskedDialogProps extends Asked {
  readonly order: ShownOrder | undefined;
  readonly onClose: () => void;
}

const AskedDialog = ({ what, proposal, order, onClose }: AskedDialogProps) =>
  what === 'accept' ? (
    <AcceptDialog
      proposal={proposal}
      legalNotice={offeredNotice(order, proposal)}
      onClose={onClose}
    />
  ) : (
    <RejectDialog proposals={[proposal]} onClose={onClose} />
  );

interface RowControlsProps {
  readonly seen: ReturnType<typeof useRows>;
}

/** Search, order and filters of the rows. */
function RowControls({ seen }: RowControlsProps) {
  const { view, change } = seen;
  return (
    <>
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
      <RowChecks seen={seen} />
    </>
  );
}

/** Which rows are left out, and whether they are grouped. */
const RowChecks = ({ seen: { view, byType, hasTypes, change } }: RowControlsProps) => (
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
);

interface MatrixToolsProps {
  readonly comparison: OrderComparison;
  readonly rows: ReturnType<typeof useRows>['rows'];
}

/** Takes the rows in sight to paper or to a spreadsheet, and counts them. */
function MatrixTools({ comparison, rows }: MatrixToolsProps) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(asSpreadsheet(comparison, rows));
      toast('Tabela copiada. Cole na sua planilha.');
    } catch {
      toast('O navegador não deixou copiar.', { tone: 'danger' });
    }
  };
  return (
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
  );
}

/** Answers which proposal costs least, and what the best prices of all would cost together. */
function Answer({ comparison }: { readonly comparison: OrderComparison }) {
  const { answer, details } = comparisonSentence(weighed(comparison), comparison.common_items);
  const notTogether = notTogetherText(comparison);
  return (
    <section className={styles['answer']} aria-labelledby="resposta">
      <h2 id="resposta">
        <WithMoney text={answer} />
      </h2>
      {details.map((line) => (
        <p key={line}>
          <WithMoney text={line} />
        </p>
      ))}
      <p>
        Melhor preço de cada item destas propostas:{' '}
        <WithMoney text={bestCombinationText(comparison)} />, sem frete.
        {notTogether !== undefined && ` ${notTogether}`}
      </p>
    </section>
  );
}
