import type { OrderComparison } from '@lavra/contract/orders/schemas';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatCount, formatMoney } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import type { ComparisonColumn } from './comparison-view.ts';
import styles from './matrix.module.css';
import { validityOf } from './proposal-texts.ts';

interface SummaryRow {
  readonly name: string;
  readonly label: string;
  readonly cell: (column: ComparisonColumn) => ReactNode;
}

/**
 * Returns the rows about whole proposals, above the items: totals with different coverage are never
 * ranked.
 */
export function summaryRows({
  common_items: common,
  proposals,
}: OrderComparison): readonly SummaryRow[] {
  const hasFreight = proposals.some(({ freight_amount }) => freight_amount !== null);
  return [
    {
      name: 'coverage',
      label: 'Cobertura',
      cell: ({ coverage_label, priced_items, total_items }) => (
        <>
          {coverage_label}
          {priced_items < total_items && <Small>{missingOf(total_items - priced_items)}</Small>}
        </>
      ),
    },
    {
      name: 'total',
      label: 'Total da proposta',
      cell: ({ total_amount, priced_items, total_items }) => (
        <>
          {formatMoney(total_amount)}
          {priced_items < total_items && <Small>incompleta: compare pelos itens comuns</Small>}
        </>
      ),
    },
    {
      name: 'common',
      label:
        common === 0
          ? 'Nenhum item comum'
          : common === 1
            ? 'Total do item comum'
            : `Total dos ${common} itens comuns`,
      cell: ({ common_total, is_lowest_common_total, is_available }) =>
        common === 0 || !is_available ? (
          '–'
        ) : (
          <>
            <strong>{formatMoney(common_total)}</strong>
            {is_lowest_common_total && (
              <span className={styles['best']}>
                <CheckIcon size={14} />
                Menor total
              </span>
            )}
          </>
        ),
    },
    {
      name: 'best',
      label: 'Melhores preços',
      cell: ({ best_prices }) =>
        best_prices === 0 ? 'Nenhum' : `em ${countOf(best_prices, ['item', 'itens'])}`,
    },
    ...(hasFreight
      ? [
          {
            name: 'freight',
            label: 'Com frete',
            cell: ({ freight_amount, landed_total }: ComparisonColumn) =>
              freight_amount === null ? (
                'Frete não informado'
              ) : (
                <>
                  {formatMoney(landed_total)}
                  <Small>frete {formatMoney(freight_amount)}</Small>
                </>
              ),
          },
        ]
      : []),
    {
      name: 'delivery',
      label: 'Entrega',
      cell: ({ delivery_days }) =>
        delivery_days === null
          ? 'A combinar'
          : `${formatCount(delivery_days)} ${delivery_days === 1 ? 'dia' : 'dias'}`,
    },
    {
      name: 'payment',
      label: 'Pagamento',
      cell: ({ payment_terms }) => payment_terms ?? 'A combinar',
    },
    {
      name: 'validity',
      label: 'Validade',
      cell: ({ validity_date }) => <Validity date={validity_date} />,
    },
    {
      name: 'sent',
      label: 'Enviada',
      cell: ({ submitted_at }) => (submitted_at === null ? '–' : formatDateTime(submitted_at)),
    },
    ...(proposals.some(({ notes }) => notes !== null)
      ? [
          {
            name: 'notes',
            label: 'Observações',
            cell: ({ notes }: ComparisonColumn) => (
              <span className={styles['quiet']}>{notes ?? '–'}</span>
            ),
          },
        ]
      : []),
  ];
}

const missingOf = (missing: number): string =>
  missing === 1 ? 'falta 1 item' : `faltam ${missing} itens`;
const Small = ({ children }: { readonly children: ReactNode }) => (
  <small className={styles['small']}>{children}</small>
);

function Validity({ date }: { readonly date: string | null }) {
  const { text, tone } = validityOf(date);
  return tone === 'plain' ? text : <Chip tone={tone}>{text}</Chip>;
}
