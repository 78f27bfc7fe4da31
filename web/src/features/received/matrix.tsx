import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OrderComparison } from '@lavra/contract/orders/schemas';
import { producerPaths } from '../../paths/producer.ts';
import { formatMoney, formatQuantity } from '../../text/decimal.ts';
import { ProductName } from '../../ui/product-name.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import type { ComparisonRow, RowGroup } from './comparison-view.ts';
import styles from './matrix.module.css';
import { MatrixCell } from './matrix-cell.tsx';
import { summaryRows } from './matrix-summary.tsx';
import { StateChip } from './proposal-card.tsx';
import { mayBeAccepted } from './proposal-texts.ts';

interface MatrixProps {
  readonly comparison: OrderComparison;
  readonly groups: readonly RowGroup[];
  readonly received: readonly ReceivedProposal[];
  readonly onAsk: (what: 'accept' | 'reject', proposal: ReceivedProposal) => void;
}

/**
 * Items in rows, proposals in columns; below 768 px each row is a card. All rows are in the
 * document, for search, print and screen readers.
 */
export function Matrix({ comparison, groups, received, onAsk }: MatrixProps) {
  const { proposals, order } = comparison;
  const found = (uuid: string): ReceivedProposal | undefined =>
    received.find((one) => one.uuid === uuid);
  return (
    <div
      className={styles['scroll']}
      role="region"
      aria-label="Comparação item por item"
      tabIndex={0}
    >
      <table className={styles['matrix']}>
        <caption className="lv-hidden">
          Comparação das propostas da cotação {order.number}, item por item
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles['first']}>
              Item
            </th>
            {proposals.map(({ proposal, label, common_total, is_available }) => {
              const one = found(proposal);
              return (
                <th key={proposal} scope="col">
                  <Link to={producerPaths.proposal(order.uuid, proposal)}>{label}</Link>
                  <span className={styles['strip']}>
                    {comparison.common_items === 0 || !is_available
                      ? ''
                      : formatMoney(common_total)}
                  </span>
                  {one !== undefined && <StateChip proposal={one} />}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className={styles['summary']}>
          {summaryRows(comparison).map(({ name, label, cell }) => (
            <tr key={name} data-strong={name === 'common' || undefined}>
              <th scope="row" className={styles['first']}>
                {label}
              </th>
              {proposals.map((column) => (
                <td key={column.proposal}>
                  <Letter label={column.label} />
                  <div>{cell(column)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {groups.map(({ name, rows }) => (
          <tbody key={name ?? ''}>
            {name !== undefined && (
              <tr className={styles['group']}>
                <th scope="colgroup" colSpan={proposals.length + 1}>
                  {name}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <ItemRow key={row.item.id} row={row} proposals={proposals} />
            ))}
          </tbody>
        ))}
        {groups.every(({ rows }) => rows.length === 0) && (
          <tbody>
            <tr>
              <td colSpan={proposals.length + 1} className={styles['none']}>
                Nenhum item com estes filtros.
              </td>
            </tr>
          </tbody>
        )}
        <tfoot>
          <tr>
            <th scope="row" className={styles['first']}>
              Decisão
            </th>
            {proposals.map(({ proposal, label }) => (
              <td key={proposal}>
                <Decision proposal={found(proposal)} label={label} onAsk={onAsk} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function ItemRow({
  row: { item, cells, best_unit_price },
  proposals,
}: {
  readonly row: ComparisonRow;
  readonly proposals: OrderComparison['proposals'];
}) {
  return (
    <tr>
      <th scope="row" className={styles['first']}>
        <ProductName product={item.product} />
        <span className={styles['quiet']}>
          {item.position}. {formatQuantity(item.quantity, item.unit)}
          {item.notes === null ? '' : ` · ${item.notes}`}
        </span>
      </th>
      {cells.map((cell, index) => (
        <td key={cell.proposal} data-best={cell.is_best || undefined}>
          <Letter label={proposals[index]?.label ?? ''} />
          <MatrixCell cell={cell} item={item} best={best_unit_price} />
        </td>
      ))}
    </tr>
  );
}

const Letter = ({ label }: { readonly label: string }) => (
  <span className={styles['letter']} aria-hidden="true">
    {label.replace('Proposta ', '')}
  </span>
);

function Decision({
  proposal,
  label,
  onAsk,
}: {
  readonly proposal: ReceivedProposal | undefined;
  readonly label: string;
  readonly onAsk: MatrixProps['onAsk'];
}) {
  if (proposal === undefined || proposal.status !== 'submitted')
    return <span className={styles['quiet']}>{proposal?.display_status_label ?? ''}</span>;
  const mayAccept = mayBeAccepted(proposal);
  return (
    <div className={styles['decision']}>
      {!proposal.is_available && (
        <span className={styles['quiet']}>Indisponível: não pode ser escolhida.</span>
      )}
      {mayAccept && (
        <Button size="sm" onClick={() => onAsk('accept', proposal)}>
          Aceitar {label}
        </Button>
      )}
      <Button
        size="sm"
        variant="outline"
        color="var(--lv-danger)"
        onClick={() => onAsk('reject', proposal)}
      >
        Recusar {label}
      </Button>
    </div>
  );
}
