import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, daysOf, wordsFor } from '../../text/decimal.ts';
import { Money, WithMoney } from '../../ui/money.tsx';
import { freightText } from '../../text/freight.ts';
import { Chip } from '../../ui/chip.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { freightRuleText, saleText } from '../../ui/partial-terms.tsx';
import { decidingTotal, rank, weighed } from './cheapest.ts';
import type { ComparisonColumn } from './comparison-view.ts';
import { landedOf } from './landed.ts';
import styles from './matrix.module.css';
import { validityOf } from './proposal-texts.ts';

interface SummaryRow {
  readonly name: string;
  readonly label: string;
  /** The row that decides: its lowest total is marked. */
  readonly isDeciding?: boolean;
  /** A phone shows it after a press. */
  readonly isMinor?: boolean;
  readonly cell: (column: ComparisonColumn) => ReactNode;
}

/**
 * Returns the rows about whole proposals, above the items: totals with different coverage are never
 * ranked, and the common items have a row where their totals are not those of the proposals.
 */
export function summaryRows(comparison: OrderComparison): readonly SummaryRow[] {
  const deciding = decidingTotal(comparison);
  const open = weighed(comparison).filter(({ isAvailable }) => isAvailable);
  const cheapest = new Set(rank(open)?.cheapest.map(({ uuid }) => uuid));
  const totals: readonly SummaryRow[] = [
    landedRow(deciding === 'landed', cheapest),
    totalRow(deciding === 'total'),
    ...(open.some(({ commonTotal, itemsTotal }) => commonTotal !== itemsTotal)
      ? [commonRow(comparison.common_items, deciding === 'common')]
      : []),
  ];
  return [
    coverageRow,
    // What is paid comes first where all say it; else what can be compared.
    ...(deciding === 'landed' ? totals : totals.toReversed()),
    ...otherRows(comparison),
  ];
}

const coverageRow: SummaryRow = {
  name: 'coverage',
  label: 'Cobertura',
  cell: ({ coverage_label, priced_items, total_items }) => (
    <>
      {coverage_label}
      {priced_items < total_items && <Small>{missingOf(total_items - priced_items)}</Small>}
    </>
  ),
};

const landedRow = (isDeciding: boolean, cheapest: ReadonlySet<string>): SummaryRow => ({
  name: 'landed',
  label: 'Posta na fazenda, com frete',
  isDeciding,
  cell: (column) => {
    const landed = landedOf(column);
    return landed.isKnown ? (
      <>
        <Money amount={landed.total} />
        {isDeciding && cheapest.has(column.proposal) && <Lowest />}
        <Small>
          Frete: <WithMoney text={freightText(column)} />
        </Small>
      </>
    ) : (
      <WithMoney text={`Frete: ${freightText(column)}`} />
    );
  },
});

const totalRow = (isDeciding: boolean): SummaryRow => ({
  name: 'total',
  label: 'Total da proposta',
  isDeciding,
  cell: ({ total_amount, priced_items, total_items, is_lowest_common_total }) => (
    <>
      <Money amount={total_amount} />
      {isDeciding && is_lowest_common_total && <Lowest />}
      {priced_items < total_items && <Small>incompleta: compare pelos itens comuns</Small>}
    </>
  ),
});

const commonRow = (common: number, isDeciding: boolean): SummaryRow => ({
  name: 'common',
  label:
    common === 0
      ? 'Nenhum item comum'
      : common === 1
        ? 'Total do item comum'
        : `Total dos ${common} itens comuns`,
  isDeciding,
  cell: ({ common_total, is_lowest_common_total, is_available }) =>
    common === 0 || !is_available ? (
      '–'
    ) : (
      <>
        <strong>
          <Money amount={common_total} />
        </strong>
        {isDeciding && is_lowest_common_total && <Lowest />}
      </>
    ),
});

const Lowest = () => (
  <span className={styles['best']}>
    <CheckIcon size={14} />
    Menor total
  </span>
);

const otherRows = ({ proposals }: OrderComparison): readonly SummaryRow[] => [
  {
    name: 'best',
    isMinor: true,
    label: 'Melhores preços',
    cell: ({ best_prices }) =>
      best_prices === 0 ? 'Nenhum' : `em ${countOf(best_prices, ['item', 'itens'])}`,
  },
  {
    name: 'partial',
    label: 'Venda em parte',
    cell: (column) => {
      const rule = freightRuleText(column);
      return (
        <>
          <WithMoney text={saleText(column)} />
          {rule !== undefined && <Small>Frete em compra parcial: {rule.toLowerCase()}</Small>}
        </>
      );
    },
  },
  {
    name: 'delivery',
    label: 'Entrega',
    cell: ({ delivery_days }) => (delivery_days === null ? 'A combinar' : daysOf(delivery_days)),
  },
  {
    name: 'payment',
    label: 'Pagamento',
    cell: ({ payment_terms }) => payment_terms ?? 'A combinar',
  },
  {
    name: 'validity',
    isMinor: true,
    label: 'Validade',
    cell: ({ validity_date }) => <Validity date={validity_date} />,
  },
  {
    name: 'sent',
    isMinor: true,
    label: 'Enviada',
    cell: ({ submitted_at }) => (submitted_at === null ? '–' : formatDateTime(submitted_at)),
  },
  ...(proposals.some(({ notes }) => notes !== null)
    ? [
        {
          name: 'notes',
          isMinor: true,
          label: 'Observações',
          cell: ({ notes }: ComparisonColumn) => (
            <span className={styles['quiet']}>{notes ?? '–'}</span>
          ),
        },
      ]
    : []),
];

const missingOf = (missing: number): string =>
  `${wordsFor(missing, ['falta', 'faltam'])} ${countOf(missing, ['item', 'itens'])}`;
const Small = ({ children }: { readonly children: ReactNode }) => (
  <small className={styles['small']}>{children}</small>
);

function Validity({ date }: { readonly date: string | null }) {
  const { text, tone } = validityOf(date);
  return tone === 'plain' ? text : <Chip tone={tone}>{text}</Chip>;
}
