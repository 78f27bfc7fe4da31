import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useRead } from '../../data/use-api.ts';
import { newKey } from '../../forms/operation-key.ts';
import { countOf } from '../../text/decimal.ts';
import { SproutIcon } from '../../ui/icons.tsx';
import { UploadIcon } from '../../ui/page-icons.tsx';
import { Notice, State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import {
  newItem,
  shownProduct,
  type DraftItem,
  type DraftValues,
  type NewItem,
} from './draft-values.ts';
import styles from './editor.module.css';
import { ItemRow } from './item-row.tsx';
import type { Asked } from './not-in-catalogue.tsx';
import { ProductSearch } from './product-search.tsx';
import { RequestProductDialog } from './request-product-dialog.tsx';
import { Suggestions } from './suggestions.tsx';
import { ItemListDialog } from './item-list-dialog.tsx';
import type { Draft } from './use-draft.ts';
import { usePastedList } from './use-pasted-list.ts';
import { useProductRequests } from './use-product-requests.ts';
import { useUnlistedProducts } from './use-unlisted-products.ts';

const MOST_ITEMS = 1_000;
const PHONE = '(max-width: 767px)';

interface ItemsStepProps {
  readonly order: string;
  readonly items: readonly DraftItem[];
  readonly legalNotice: string | null;
  readonly change: Draft['change'];
}

/**
 * Edits the items: products of the catalogue, each with its quantity. What is added comes first, so
 * that the list is never scrolled to fill it in.
 */
export function ItemsStep({ order, items, legalNotice, change }: ItemsStepProps) {
  const units = useUnits();
  const { set, put, remove } = itemChanges(change);
  const unlisted = useUnlistedProducts();
  const { list, field, focusFirst, focusAfter } = useQuantityFocus();
  const [asked, ask] = useState<Asked>();
  // A new search after a request whose product went into the order.
  const [searches, setSearches] = useState(0);
  const add = (added: readonly NewItem[]): void => {
    // The quantity is the next field to fill in; phones open their keyboard only for a field that
    // gets the focus within the tap.
    flushSync(() => put(added));
    focusFirst();
  };
  return (
    <>
      <ItemsHead order={order} items={items} units={units} onAdd={put} />
      {legalNotice !== null && (
        <Notice tone="warn">
          <p>{legalNotice}</p>
        </Notice>
      )}
      <Entry field={field} legalNotice={legalNotice}>
        <ProductSearch key={searches} field={field} onAdd={(item) => add([item])} onAsk={ask}>
          <Suggestions order={order} taken={items.map(({ product }) => product.id)} onAdd={add} />
        </ProductSearch>
        <Items
          {...{ order, items, units, list }}
          onChange={set}
          onRemove={remove}
          onDone={focusAfter}
        />
      </Entry>
      {asked !== undefined && (
        <RequestDialog
          order={order}
          asked={asked}
          unlisted={unlisted}
          onAdd={(item) => {
            setSearches(searches + 1);
            add([item]);
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

/** Returns the symbols of the units in use. */
function useUnits(): readonly string[] {
  const units = useRead(
    'listMeasurementUnits',
    { query: { active: true, per_page: 100, sort: 'name' } },
    { staleTime: 600_000 },
  );
  return (units.data?.data ?? []).map(({ symbol }) => symbol);
}

/** The changes of an order's items; a removal can be undone. */
const itemChanges = (change: Draft['change']) => ({
  set: (key: string, part: Partial<DraftItem>): void =>
    change(({ items }) => ({
      items: items.map((item) => (item.key === key ? { ...item, ...part } : item)),
    })),
  put: (added: readonly NewItem[]): void =>
    change((values: DraftValues) => ({
      items: [...added.map((item) => ({ ...item, key: newKey() })), ...values.items],
    })),
  remove: (removed: DraftItem): void => {
    let at = 0;
    change(({ items }) => {
      at = items.findIndex(({ key }) => key === removed.key);
      return { items: items.filter(({ key }) => key !== removed.key) };
    });
    toast(`${shownProduct(removed).name} saiu da cotação.`, {
      undo: () => change(({ items }) => ({ items: items.toSpliced(at, 0, removed) })),
    });
  },
});

/** Moves the focus between the quantities of a list, and from the last one to the search. */
function useQuantityFocus() {
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const quantities = (): readonly HTMLInputElement[] => [
    ...(list.current?.querySelectorAll<HTMLInputElement>('[data-quantity]') ?? []),
  ];
  return {
    list,
    field,
    focusFirst: (): void => quantities()[0]?.focus(),
    focusAfter: (key: string): void => {
      const fields = quantities();
      const next = fields[fields.findIndex((one) => one.dataset['quantity'] === key) + 1];
      (next?.value === '' ? next : field.current)?.focus();
    },
  };
}

interface ItemsHeadProps {
  readonly order: string;
  readonly items: readonly DraftItem[];
  readonly units: readonly string[];
  readonly onAdd: (added: readonly NewItem[]) => void;
}

/** How many items there are, and the way to bring a whole list. */
function ItemsHead({ order, items, units, onAdd }: ItemsHeadProps) {
  const [withSheet, setWithSheet] = useState(false);
  const pasted = usePastedList(order);
  return (
    <>
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
          Trazer uma lista
        </Button>
      </div>
      {withSheet && (
        <ItemListDialog
          units={units}
          room={MOST_ITEMS - items.length}
          pasted={pasted}
          onAdd={onAdd}
          onClose={() => setWithSheet(false)}
        />
      )}
    </>
  );
}

interface EntryProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly legalNotice: string | null;
  readonly children: ReactNode;
}

/** Search and list; on a phone they take the screen once the search is used. */
function Entry({ field, legalNotice, children }: EntryProps) {
  const [isUsed, use] = useState(false);
  const entry = useRef<HTMLDivElement>(null);
  // The notice comes with the answer to a save, above what is being filled in.
  useLayoutEffect(() => {
    if (isUsed && entry.current?.contains(document.activeElement) === true)
      entry.current.scrollIntoView();
  }, [isUsed, legalNotice]);
  return (
    <div
      ref={entry}
      className={styles['entry']}
      data-used={isUsed || undefined}
      onFocus={({ currentTarget, target }) => {
        if (target !== field.current || !matchMedia(PHONE).matches) return;
        flushSync(() => use(true));
        currentTarget.scrollIntoView();
      }}
    >
      {children}
    </div>
  );
}

interface ItemsProps {
  readonly order: string;
  readonly items: readonly DraftItem[];
  readonly units: readonly string[];
  readonly list: Ref<HTMLUListElement>;
  readonly onChange: (key: string, part: Partial<DraftItem>) => void;
  readonly onRemove: (item: DraftItem) => void;
  readonly onDone: (key: string) => void;
}

function Items({ order, items, units, list, onChange, onRemove, onDone }: ItemsProps) {
  const findRequest = useProductRequests(
    order,
    items.some(({ is_unlisted }) => is_unlisted === true),
  );
  return items.length === 0 ? (
    <State icon={SproutIcon} title="Nenhum item ainda">
      Procure um produto acima e toque em Incluir, ou traga a sua lista.
    </State>
  ) : (
    <ul ref={list} className={styles['items']}>
      {items.map((item, index) => (
        <ItemRow
          key={item.key}
          item={item}
          position={index + 1}
          units={units}
          request={item.is_unlisted === true ? findRequest(item.notes) : undefined}
          onChange={onChange}
          onRemove={onRemove}
          onDone={onDone}
        />
      ))}
    </ul>
  );
}

interface RequestDialogProps {
  readonly order: string;
  readonly asked: Asked;
  readonly unlisted: ReturnType<typeof useUnlistedProducts>;
  readonly onAdd: (item: NewItem) => void;
  readonly onClose: () => void;
}

/** Asks for a product that the catalogue lacks, and adds it as an unlisted item where wanted. */
function RequestDialog({ order, asked, unlisted, onAdd, onClose }: RequestDialogProps) {
  return (
    <RequestProductDialog
      order={order}
      {...asked}
      types={unlisted.products.map(({ type }) => type)}
      onAsked={({ name, type, add }) => {
        const product = unlisted.get(Number(type));
        if (add && product !== undefined)
          onAdd(newItem(product, { notes: name, is_unlisted: true }));
      }}
      onClose={onClose}
    />
  );
}
