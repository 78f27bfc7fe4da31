import type { OrderKit } from '@lavra/contract/catalogue/order-kits';
import type { OrderedProducts } from '@lavra/contract/orders/schemas';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import { countOf, formatQuantity } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { useIsReader } from '../producer-orders/use-order.ts';
import { newItem, type NewItem } from './draft-values.ts';
import styles from './editor.module.css';

const SHOWN = 12;

interface Suggestion {
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  readonly items: readonly NewItem[];
}
interface Source {
  readonly name: string;
  readonly title: string;
  readonly suggestions: readonly Suggestion[];
}

interface SuggestionsProps {
  readonly order: string;
  /** The products that the order has. */
  readonly taken: readonly number[];
  readonly onAdd: (items: readonly NewItem[]) => void;
}

/** Returns the sources that have something to suggest; a consultant has the lists alone. */
function useSources({ order, taken }: Omit<SuggestionsProps, 'onAdd'>): readonly Source[] {
  const ordered = useRead(
    'listOrderedProducts',
    { query: { except: order } },
    { staleTime: 600_000, enabled: !useIsReader() },
  ).data;
  const kits =
    useRead(
      'listOrderKits',
      { query: { active: true, per_page: SHOWN, sort: 'name' } },
      { staleTime: 600_000 },
    ).data?.data ?? [];
  return [...sourcesOf(ordered, taken), kitsOf(kits, taken)].filter(
    ({ suggestions }) => suggestions.length > 0,
  );
}

/**
 * Products that may be the next ones: of the last orders, of the previous season, and whole lists by
 * crop, of which those are added that the order does not have.
 */
export function Suggestions({ order, taken, onAdd }: SuggestionsProps) {
  const sources = useSources({ order, taken });
  const [chosen, choose] = useState('');
  const source = sources.find(({ name }) => name === chosen) ?? sources[0];
  if (source === undefined) return null;
  return (
    <div className={styles['recent']} role="group" aria-label={source.title}>
      {sources.length === 1 ? (
        <p>{source.title}</p>
      ) : (
        <Chips
          label="Sugestões"
          value={source.name}
          options={sources.map(({ name }) => [name, name])}
          onChange={choose}
        />
      )}
      <div>
        {source.suggestions.slice(0, SHOWN).map(({ key, label, detail, items }) => (
          <button key={key} type="button" onClick={() => onAdd(items)}>
            <PlusIcon size={16} />
            <span>
              <span className="lv-hidden">Incluir </span>
              {label}
              {detail !== undefined && <small> {detail}</small>}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

const kitsOf = (kits: readonly OrderKit[], taken: readonly number[]): Source => ({
  name: 'Listas',
  title: 'Listas por cultura',
  suggestions: kits.flatMap(({ id, name, products }) => {
    const left = products.filter((product) => !taken.includes(product.id));
    return left.length === 0
      ? []
      : [
          {
            key: String(id),
            label: name,
            detail: countOf(left.length, ['item', 'itens']),
            items: left.map((product) => newItem(product, {})),
          },
        ];
  }),
});

function sourcesOf(
  ordered: OrderedProducts | undefined,
  taken: readonly number[],
): readonly Source[] {
  if (ordered === undefined) return [];
  const { recent, last_season: season } = ordered;
  const left = (products: OrderedProducts['recent']) =>
    products.filter(({ product }) => !taken.includes(product.id));
  return [
    {
      name: 'Recentes',
      title: 'Das suas últimas cotações',
      suggestions: left(recent).map(({ product, unit }) => ({
        key: `${product.id} ${unit}`,
        label: product.name,
        items: [newItem(product, { unit })],
      })),
    },
    {
      name: `Safra ${season.name}`,
      title: `Do que você pediu na safra ${season.name}`,
      suggestions: left(season.products).map(({ product, unit, quantity }) => ({
        key: `${product.id} ${unit}`,
        label: product.name,
        detail: formatUnits(quantity, unit),
        items: [newItem(product, { unit, quantity: formatQuantity(quantity) })],
      })),
    },
  ];
}
