import { useRef } from 'react';
import { useRead } from '../../api/use-api.ts';
import { countOf } from '../../text/decimal.ts';
import { SproutIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { DraftItem, DraftValues } from './draft-values.ts';
import styles from './editor.module.css';
import { ItemRow } from './item-row.tsx';
import { ProductSearch } from './product-search.tsx';
import type { Draft } from './use-draft.ts';

/** What is asked for: products of the catalogue, each with its quantity. */
export function ItemsStep({ items, change }: { readonly items: readonly DraftItem[]; readonly change: Draft['change'] }) {
  const units = useRead('listMeasurementUnits', { query: { active: true, per_page: 100, sort: 'name' } }, { staleTime: 600_000 }).data?.data ?? [];
  const list = useRef<HTMLUListElement>(null);
  const set = (key: string, part: Partial<DraftItem>): void => change(({ items }) => ({ items: items.map((item) => (item.key === key ? { ...item, ...part } : item)) }));
  const add = (product: DraftItem['product']): void => {
    const key = crypto.randomUUID();
    change((values: DraftValues) => ({ items: [...values.items, { key, product, quantity: '', unit: product.unit, notes: '', allow_similar: true }] }));
    // The quantity is what comes next.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>(`[data-key="${key}"] input`)?.focus());
  };
  const remove = (removed: DraftItem): void => {
    let at = 0;
    change(({ items }) => {
      at = items.findIndex(({ key }) => key === removed.key);
      return { items: items.filter(({ key }) => key !== removed.key) };
    });
    toast(`${removed.product.name} saiu da cotação.`, { undo: () => change(({ items }) => ({ items: items.toSpliced(at, 0, removed) })) });
  };
  return (
    <>
      <ProductSearch onAdd={add} />
      <h3 className={styles['count']}>{countOf(items.length, ['item na cotação', 'itens na cotação'], 'Itens da cotação')}</h3>
      {items.length === 0
        ? <State icon={SproutIcon} title="Nenhum item ainda">Procure um produto acima e toque em Incluir.</State>
        : <ul ref={list} className={styles['items']}>{items.map((item, index) => <ItemRow key={item.key} item={item} position={index + 1} units={units.map(({ symbol }) => symbol)} onChange={set} onRemove={remove} />)}</ul>}
    </>
  );
}
