import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { formatMoney } from '../../text/decimal.ts';

interface Combined {
  readonly best_total: number;
  readonly rows: readonly {
    readonly best_unit_price: number | null;
    readonly item: {
      readonly product: Pick<OrderComparison['rows'][number]['item']['product'], 'name'>;
    };
  }[];
}

/** As many missing items are named; the others are counted. */
const MOST_NAMES = 3;

/**
 * Returns what buying each item where it is cheapest would cost, with the items it leaves out:
 * `R$ 120,00 para 13 dos 14 itens; falta: Ureia`. A total without its items would compare unlike
 * things.
 */
export function bestCombinationText({ best_total: total, rows }: Combined): string {
  const missing = rows.filter(({ best_unit_price: best }) => best === null);
  const covered = rows.length - missing.length;
  if (covered === 0) return 'nenhum item tem preço';
  if (missing.length === 0)
    return `${formatMoney(total)} para ${rows.length === 1 ? 'o item' : `todos os ${rows.length} itens`}`;
  const names = missing.slice(0, MOST_NAMES).map(({ item }) => item.product.name);
  const more = missing.length - names.length;
  return (
    `${formatMoney(total)} para ${covered} dos ${rows.length} itens; ` +
    `${missing.length === 1 ? 'falta' : 'faltam'}: ${names.join(', ')}${more > 0 ? ` e mais ${more}` : ''}`
  );
}
