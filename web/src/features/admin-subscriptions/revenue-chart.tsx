import type { MonthlyRevenue } from '@lavra/contract/admin/subscriptions';
import { useState } from 'react';
import { DataTable } from '../../lists/data-table.tsx';
import { formatMonth } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { CompactMoney } from '../../ui/money.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './metrics.module.css';

/** Six months of revenue, as columns from zero with their values, or as a table. */
export function RevenueChart({ months }: { readonly months: readonly MonthlyRevenue[] }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title="Recebido por mês"
      aside={
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Ver como tabela
        </button>
      }
    >
      {asTable ? (
        <DataTable
          caption="Recebido por mês"
          rows={months}
          keyOf={({ month }) => month}
          columns={[
            { name: 'month', label: 'Mês', cell: ({ month }) => formatMonth(month) },
            {
              name: 'amount',
              label: 'Recebido',
              align: 'right',
              cell: ({ amount }) => formatMoney(amount),
            },
          ]}
        />
      ) : (
        <Columns months={months} />
      )}
    </Card>
  );
}

function Columns({ months }: { readonly months: readonly MonthlyRevenue[] }) {
  const most = Math.max(1, ...months.map(({ amount }) => amount));
  const last = months.at(-1);
  return (
    <div
      role="img"
      className={styles['columns']}
      aria-label={`Recebido nos últimos ${months.length} meses; em ${formatMonth(last?.month ?? '')}, ${formatMoney(last?.amount ?? 0)}. A tabela tem todos os valores.`}
    >
      {months.map(({ month, amount }) => (
        <div key={month} className={styles['column']}>
          <span>
            <CompactMoney amount={amount} />
          </span>
          <div style={{ height: `${(amount / most) * 160}px` }} />
          <small>{formatMonth(month)}</small>
        </div>
      ))}
    </div>
  );
}
