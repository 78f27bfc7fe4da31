import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { formatMoney } from '../../text/decimal.ts';
import { nameOf, type NamedProposal } from '../../ui/name-of-proposal.ts';

interface Combined {
  readonly best_total: number;
  readonly rows: readonly {
    readonly best_unit_price: number | null;
    readonly cells: readonly { readonly is_priced: boolean }[];
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
 * things. An item that has prices, but none for what was asked, is named apart.
 */
export function bestCombinationText({ best_total: total, rows }: Combined): string {
  const missing = rows.filter(({ best_unit_price: best }) => best === null);
  const covered = rows.length - missing.length;
  const [short, unpriced] = [missing.filter(isPriced), missing.filter((row) => !isPriced(row))];
  if (covered === 0)
    return short.length === 0 ? 'nenhum item tem preço' : 'nenhum item é oferecido como pedido';
  if (missing.length === 0)
    return `${formatMoney(total)} para ${rows.length === 1 ? 'o item' : `todos os ${rows.length} itens`}`;
  const left = [
    ...(unpriced.length === 0
      ? []
      : [`${unpriced.length === 1 ? 'falta' : 'faltam'}: ${namesOf(unpriced)}`]),
    ...(short.length === 0 ? [] : [`sem oferta do que foi pedido: ${namesOf(short)}`]),
  ];
  return `${formatMoney(total)} para ${covered} dos ${rows.length} itens; ${left.join('; ')}`;
}

interface Offered {
  readonly proposals: readonly (NamedProposal & {
    readonly proposal: string;
    readonly allows_partial: boolean;
  })[];
  readonly rows: readonly {
    readonly best_unit_price: number | null;
    readonly cells: readonly Pick<
      OrderComparison['rows'][number]['cells'][number],
      'proposal' | 'unit_price' | 'aside_reason'
    >[];
  }[];
}

/**
 * Returns why the best prices cannot be bought together, or undefined where nothing is known against
 * it: `A Proposta C · Louro só vende inteira, então esta soma não se compra assim.`
 */
export function notTogetherText({ proposals, rows }: Offered): string | undefined {
  const bestOf = rows
    .filter(({ best_unit_price: best }) => best !== null)
    .map(({ best_unit_price: best, cells }) =>
      cells
        .filter((cell) => cell.aside_reason === null && cell.unit_price === best)
        .map(({ proposal }) => proposal),
    );
  const whole = proposals.filter(
    ({ proposal, allows_partial }) =>
      !allows_partial &&
      bestOf.some((best) => best.length === 1 && best[0] === proposal) &&
      bestOf.some((best) => !best.includes(proposal)),
  );
  if (whole.length === 0) return undefined;
  const [names, sell] = [
    listOf.format(whole.map((one) => `a ${nameOf(one)}`)),
    whole.length === 1 ? 'só vende inteira' : 'só vendem inteiras',
  ];
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${sell}, então esta soma não se compra assim.`;
}

const listOf = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

type Row = Combined['rows'][number];
const isPriced = ({ cells }: Row): boolean => cells.some(({ is_priced }) => is_priced);
function namesOf(rows: readonly Row[]): string {
  const names = rows.slice(0, MOST_NAMES).map(({ item }) => item.product.name);
  const more = rows.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` e mais ${more}` : ''}`;
}
