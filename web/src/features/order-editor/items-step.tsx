import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { newKey } from '../../forms/operation-key.ts';
import { countOf } from '../../text/decimal.ts';
import { SproutIcon, UploadIcon } from '../../ui/icons.tsx';
import { Notice, State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { newItem, type DraftItem, type DraftValues, type NewItem } from './draft-values.ts';
import styles from './editor.module.css';
import { ItemRow } from './item-row.tsx';
import { ProductSearch } from './product-search.tsx';
import { RecentProducts } from './recent-products.tsx';
import { ItemListDialog } from './item-list-dialog.tsx';
import type { Draft } from './use-draft.ts';

const MOST_ITEMS = 1_000;

interface ItemsStepProps {
  readonly order: string;
  readonly items: readonly DraftItem[];
  readonly legalNotice: string | null;
  readonly change: Draft['change'];
}

/** Edits the items: products of the catalogue, each with its quantity. */
export function ItemsStep({ order, items, legalNotice, change }: ItemsStepProps) {
  const units = (
    useRead(
      'listMeasurementUnits',
      { query: { active: true, per_page: 100, sort: 'name' } },
      { staleTime: 600_000 },
    ).data?.data ?? []
  ).map(({ symbol }) => symbol);
  const [withSheet, setWithSheet] = useState(false);
  const [pasted, paste] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const set = (key: string, part: Partial<DraftItem>): void =>
    change(({ items }) => ({
      items: items.map((item) => (item.key === key ? { ...item, ...part } : item)),
    }));
  const addAll = (added: readonly NewItem[]): void =>
    change((values: DraftValues) => ({
      items: [...values.items, ...added.map((item) => ({ ...item, key: newKey() }))],
    }));
  const add = (product: DraftItem['product'], notes = ''): void => {
    const key = newKey();
    change((values: DraftValues) => ({
      items: [...values.items, { key, ...newItem(product, { notes }) }],
    }));
    // The quantity is the next field to fill in.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[data-key="${key}"] input`)?.focus(),
    );
  };
  const remove = (removed: DraftItem): void => {
    let at = 0;
    change(({ items }) => {
      at = items.findIndex(({ key }) => key === removed.key);
      return { items: items.filter(({ key }) => key !== removed.key) };
    });
    toast(`${removed.product.name} saiu da cotação.`, {
      undo: () => change(({ items }) => ({ items: items.toSpliced(at, 0, removed) })),
    });
  };
  return (
    <>
      <ProductSearch onAdd={add}>
        <RecentProducts order={order} taken={items.map(({ product }) => product.id)} onAdd={add} />
      </ProductSearch>
      <div className={styles['itemsHead']}>
        <h3 className={styles['count']}>
          {countOf(items.length, ['item na cotação', 'itens na cotação'], 'Itens da cotação')}
        </h3>
        <Button
          variant="default"
          size="sm"
          leftSection={<UploadIcon size={18} />}
          onClick={() => setWithSheet(true)}
        >
          Trazer de uma planilha
        </Button>
      </div>
      {legalNotice !== null && (
        <Notice tone="warn">
          <p>{legalNotice}</p>
        </Notice>
      )}
      {items.length === 0 ? (
        <State icon={SproutIcon} title="Nenhum item ainda">
          Procure um produto acima e toque em Incluir, ou traga a sua planilha.
        </State>
      ) : (
        <ul ref={list} className={styles['items']}>
          {items.map((item, index) => (
            <ItemRow
              key={item.key}
              item={item}
              position={index + 1}
              units={units}
              onChange={set}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
      {withSheet && (
        <ItemListDialog
          units={units}
          room={MOST_ITEMS - items.length}
          pasted={pasted}
          onPaste={paste}
          onAdd={addAll}
          onClose={() => setWithSheet(false)}
        />
      )}
    </>
  );
}
