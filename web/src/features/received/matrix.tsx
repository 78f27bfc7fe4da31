import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { useState, type ReactNode } from 'react';
import { producerPaths } from '../../paths/producer.ts';
import { formatUnits } from '../../text/units.ts';
import { Money } from '../../ui/money.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { ProposalBadge, ProposalName } from '../../ui/proposal-name.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { ChoiceButton, type ItemChoice } from '../buying/choice-button.tsx';
import { headOf } from './comparison-head.ts';
import { alikeText, hasRemarks, type ComparisonRow, type RowGroup } from './comparison-view.ts';
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
  /** Chooses items to buy; absent where nothing can be bought. */
  readonly choice?: ItemChoice | undefined;
}

/**
 * Items in rows, proposals in columns. Below 768 px each row is a card that begins with what
 * differs; the rest follows after a press. Everything is in the document, for search and print.
 */
export function Matrix({ comparison, groups, received, onAsk, choice }: MatrixProps) {
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
        <Head comparison={comparison} found={found} onAsk={onAsk} />
        <Summary comparison={comparison} />
        {groups.map((group) => (
          <Group key={group.name ?? ''} group={group} proposals={proposals} choice={choice} />
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
        <Foot comparison={comparison} found={found} onAsk={onAsk} />
      </table>
    </div>
  );
}

interface HeadProps extends Pick<MatrixProps, 'comparison' | 'onAsk'> {
  readonly found: (uuid: string) => ReceivedProposal | undefined;
}

/** The proposals with their totals, and the way to accept one. */
function Head({ comparison, found, onAsk }: HeadProps) {
  const { proposals, order } = comparison;
  const shown = headOf(comparison);
  return (
    <thead>
      <tr>
        <th scope="col" className={styles['first']}>
          Item
        </th>
        {proposals.map((column) => {
          const { proposal } = column;
          const { total, coverage } = shown(column);
          const one = found(proposal);
          return (
            <th key={proposal} scope="col">
              <Link to={producerPaths.proposal(order.uuid, proposal)}>
                <ProposalName proposal={column} />
              </Link>
              <span className={styles['strip']}>
                {total !== null && <Money amount={total} />}
                {coverage !== null && <small>{coverage}</small>}
              </span>
              {one !== undefined && <StateChip proposal={one} />}
              {one !== undefined && mayBeAccepted(one) && (
                <Button
                  size="compact-sm"
                  className={styles['accept']}
                  onClick={() => onAsk('accept', one)}
                >
                  Aceitar<span className="lv-hidden"> {nameOf(one)}</span>
                </Button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** The way to reject each proposal. */
const Foot = ({ comparison: { proposals }, found, onAsk }: HeadProps) => (
  <tfoot>
    <tr>
      <th scope="row" className={styles['first']}>
        Decisão
      </th>
      {proposals.map(({ proposal }) => (
        <td key={proposal}>
          <Decision proposal={found(proposal)} onAsk={onAsk} />
        </td>
      ))}
    </tr>
  </tfoot>
);

function Summary({ comparison }: { readonly comparison: OrderComparison }) {
  const { proposals } = comparison;
  const [isOpen, setOpen] = useState(false);
  return (
    <tbody className={styles['summary']} data-open={isOpen || undefined}>
      {summaryRows(comparison).map(({ name, label, isDeciding, isMinor, cell }) => (
        <tr key={name} data-strong={isDeciding || undefined} data-minor={isMinor || undefined}>
          <th scope="row" className={styles['first']}>
            {label}
          </th>
          {proposals.map((column) => (
            <td key={column.proposal}>
              <ProposalBadge proposal={column} />
              <div>{cell(column)}</div>
            </td>
          ))}
        </tr>
      ))}
      <tr className={styles['unfoldSummary']}>
        <td colSpan={proposals.length + 1}>
          <Unfold isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            Validade, envio e observações
          </Unfold>
        </td>
      </tr>
    </tbody>
  );
}

/** Shows on a phone what a row leaves out there; elsewhere nothing is left out. */
const Unfold = ({
  isOpen,
  onToggle,
  children,
}: {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) => (
  <button type="button" className={styles['unfold']} aria-expanded={isOpen} onClick={onToggle}>
    {children}
    <ChevronDownIcon size={16} />
  </button>
);

interface RowsProps {
  readonly proposals: OrderComparison['proposals'];
  readonly choice: ItemChoice | undefined;
}

/** The items of one type of product, or all. */
const Group = ({
  group: { name, rows },
  proposals,
  choice,
}: RowsProps & { readonly group: RowGroup }) => (
  <tbody>
    {name !== undefined && (
      <tr className={styles['group']}>
        <th scope="colgroup" colSpan={proposals.length + 1}>
          {name}
        </th>
      </tr>
    )}
    {rows.map((row) => (
      <ItemRow key={row.item.id} row={row} proposals={proposals} choice={choice} />
    ))}
  </tbody>
);

function ItemRow({ row, proposals, choice }: RowsProps & { readonly row: ComparisonRow }) {
  const [isOpen, setOpen] = useState(false);
  const { item, cells, best_unit_price } = row;
  const alike = alikeText(row);
  return (
    <tr
      className={styles['item']}
      data-alike={alike !== undefined || undefined}
      data-open={isOpen || undefined}
    >
      <th scope="row" className={styles['first']}>
        <ProductName product={item.product} />
        <span className={styles['quiet']}>
          Item {item.position} · {formatUnits(item.quantity, item.unit)}
          {item.notes === null ? '' : ` · ${item.notes}`}
        </span>
        {(alike !== undefined || hasRemarks(row)) && (
          <Unfold isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            {alike ?? 'Observações'}
            <span className="lv-hidden"> do item {item.position}</span>
          </Unfold>
        )}
      </th>
      {cells.map((cell, index) => (
        <td key={cell.proposal} data-best={cell.is_best || undefined}>
          <ProposalBadge proposal={proposals[index]} />
          <MatrixCell cell={cell} item={item} best={best_unit_price} />
          {choice !== undefined && (
            <ChoiceButton choice={choice} item={item} proposal={proposals[index]} />
          )}
        </td>
      ))}
    </tr>
  );
}

function Decision({
  proposal,
  onAsk,
}: {
  readonly proposal: ReceivedProposal | undefined;
  readonly onAsk: MatrixProps['onAsk'];
}) {
  if (proposal === undefined || proposal.status !== 'submitted')
    return <span className={styles['quiet']}>{proposal?.display_status_label ?? ''}</span>;
  return (
    <div className={styles['decision']}>
      {!proposal.is_available && (
        <span className={styles['quiet']}>Indisponível: não pode ser escolhida.</span>
      )}
      <Button
        size="sm"
        variant="outline"
        color="var(--lv-danger)"
        onClick={() => onAsk('reject', proposal)}
      >
        Recusar {nameOf(proposal)}
      </Button>
    </div>
  );
}
