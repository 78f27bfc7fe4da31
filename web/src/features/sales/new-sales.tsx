import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SupplierPurchaseSummary } from '@lavra/contract/purchases/schemas';
import { useRead } from '../../data/use-api.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { formatDate } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/states.tsx';
import styles from './new-sales.module.css';

const SHOWN = 3;

/** Reads the newest sales that the supplier has not opened yet, and how many there are. */
export const useNewSales = () =>
  useRead('listSupplierPurchases', { query: { unseen: true, per_page: SHOWN } }, { staleTime: 0 });

interface NewSalesProps {
  readonly sales: readonly SupplierPurchaseSummary[];
  readonly total: number;
}

/** Announces sales until they are opened, each with the way to it. */
export function NewSales({ sales, total }: NewSalesProps) {
  if (sales.length === 0) return null;
  return (
    <Notice
      tone="good"
      title={`${countOf(total, ['venda nova', 'vendas novas'])}: fale com quem comprou.`}
    >
      <ul className={styles['sales']} aria-label="Vendas novas">
        {sales.map(({ uuid, order, items_count, landed_total, awarded_at }) => (
          <li key={uuid}>
            <span>
              {order.description}: {countOf(items_count, ['item', 'itens'])},{' '}
              <Money amount={landed_total} />, em {formatDate(awarded_at)}
            </span>
            <Button
              size="sm"
              variant="default"
              renderRoot={(props) => <Link to={supplierPaths.sale(uuid)} {...props} />}
            >
              Ver venda<span className="lv-hidden"> de {order.description}</span>
            </Button>
          </li>
        ))}
      </ul>
      {total > sales.length && (
        <p>
          <Link to={supplierPaths.sales}>Ver todas as vendas</Link>
        </p>
      )}
    </Notice>
  );
}
