import { Button } from '@mantine/core';
import { productDetails } from '@lavra/domain/catalogue/product-details';
import { unitName } from '@lavra/domain/unit/unit-names';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { SelectField } from '../../forms/fields.tsx';
import { countOf } from '../../text/decimal.ts';
import { typedUnits } from '../../text/units.ts';
import { DialogActions } from '../../ui/dialog.tsx';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import type { DraftItem, NewItem } from './draft-values.ts';
import styles from './editor.module.css';
import { itemOf, quantityOfRow, unlistedItemOf } from './item-list-item.ts';
import { problemsOfRow, writeItemList, type ItemListRow } from './item-list.ts';
import { listCounts } from './item-list-counts.ts';
import { foundKey, type Found } from './item-list-match.ts';
import type { PastedList } from './use-pasted-list.ts';
import { useUnlistedProducts } from './use-unlisted-products.ts';

type Product = DraftItem['product'];

interface ItemListReviewProps {
  readonly rows: readonly ItemListRow[];
  readonly matches: ReadonlyMap<string, Found>;
  /** What the producer chose for the lines. */
  readonly list: Pick<PastedList, 'choiceOf' | 'choose'>;
  readonly units: readonly string[];
  readonly room: number;
  readonly onTake: (items: readonly NewItem[], left: readonly ItemListRow[]) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** What the lines become by what the producer chose for them. */
function useLines({
  rows,
  matches,
  list: { choiceOf, choose },
  units,
}: Pick<ItemListReviewProps, 'rows' | 'matches' | 'list' | 'units'>) {
  const unlisted = useUnlistedProducts();
  const foundOf = (row: ItemListRow): Found | undefined => matches.get(foundKey(row));
  const chosenOf = (row: ItemListRow): Product | undefined => {
    const { product } = choiceOf(row);
    return foundOf(row)?.suggestions.find(({ id }) => id === product);
  };
  const unitOf = (row: ItemListRow): string | undefined =>
    units.find((unit) => unit === choiceOf(row).unit);
  const isSure = (row: ItemListRow): boolean =>
    chosenOf(row) !== undefined || foundOf(row)?.isSure === true;
  const matchOf = (row: ItemListRow): Product | undefined => chosenOf(row) ?? foundOf(row)?.match;
  const productOf = (row: ItemListRow): Product | undefined =>
    matchOf(row) ?? unlisted.get(choiceOf(row).type ?? 0);
  const itemFor = (row: ItemListRow): NewItem | undefined => {
    const product = productOf(row);
    const make = matchOf(row) === undefined ? unlistedItemOf : itemOf;
    return product && make(row, product, units, unitOf(row));
  };
  const isDoubtful = (row: ItemListRow): boolean => {
    const product = productOf(row);
    return (
      product !== undefined &&
      ((!isSure(row) && matchOf(row) !== undefined) ||
        problemsOfRow(row).length > 0 ||
        (unitOf(row) === undefined && quantityOfRow(row, product, units) === undefined))
    );
  };
  return {
    itemFor,
    isDoubtful,
    ready: rows.filter((row) => productOf(row) !== undefined),
    left: rows.filter((row) => productOf(row) === undefined),
    /** What the line of a row shows, and how it is answered. */
    lineOf: (row: ItemListRow) => ({
      row,
      units,
      item: itemFor(row),
      types: unlisted.products.map(({ type }) => type),
      keptType: choiceOf(row).type,
      onKeep: (type: number) => choose(row, { type }),
      suggestions: foundOf(row)?.suggestions ?? [],
      isSure: isSure(row),
      isDoubtful: isDoubtful(row),
      unit: unitOf(row),
      onChoose: (product: number) => choose(row, { product }),
      onChooseUnit: (unit: string) => choose(row, { unit }),
    }),
  };
}

/**
 * Moves the focus to the element of the returned reference when a list is shown, and when some of it
 * was taken: the button that was pressed for that may be gone.
 */
function useFocusWith(rows: readonly ItemListRow[]) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => element.current?.focus(), [rows]);
  return element;
}

/**
 * Shows each line with its matched product, in the order of the list. Doubtful lines are included
 * and marked; those without a product stay visible.
 */
export function ItemListReview(props: ItemListReviewProps) {
  const { rows, room, onTake, onBack, onClose } = props;
  const { ready, left, isDoubtful, itemFor, lineOf } = useLines(props);
  const heading = useFocusWith(rows);
  const isTooMany = ready.length > room;
  const take = (): void => {
    if (isTooMany) return;
    onTake(
      ready.flatMap((row) => itemFor(row) ?? []),
      left,
    );
  };
  return (
    <>
      <p ref={heading} tabIndex={-1}>
        <strong>{listCounts(ready.length, ready.filter(isDoubtful).length, left.length)}</strong>{' '}
        {ready.length > 0
          ? 'Confira e inclua.'
          : 'Mantenha como item livre, ou escreva o produto de outro modo.'}
      </p>
      <ul className={styles['itemList']}>
        {rows.map((row) => (
          <ItemListLine key={row.line} {...lineOf(row)} />
        ))}
      </ul>
      {isTooMany && <TooMany room={room} />}
      <DialogActions>
        <Button variant="default" onClick={ready.length === 0 ? onClose : onBack}>
          {ready.length === 0 ? 'Fechar' : 'Voltar'}
        </Button>
        {left.length > 0 && <LeftDownload left={left} />}
        {ready.length > 0 && (
          <Button aria-disabled={isTooMany} onClick={take}>
            Incluir {countOf(ready.length, ['item', 'itens'])}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const TooMany = ({ room }: { readonly room: number }) => (
  <p role="alert" className={styles['amiss']}>
    Uma cotação tem no máximo 1.000 itens: cabem mais {room}.
  </p>
);

/** Takes the lines without a product to a file. */
const LeftDownload = ({ left }: { readonly left: readonly ItemListRow[] }) => (
  <Button
    variant="default"
    onClick={() => {
      void saveFile(new Response(writeItemList(left)), 'linhas-sem-produto.csv');
    }}
  >
    Baixar as sem produto
  </Button>
);

interface ItemListLineProps {
  readonly row: ItemListRow;
  /** What it becomes; undefined where it has no product. */
  readonly item: NewItem | undefined;
  readonly types: readonly { readonly id: number; readonly name: string }[];
  /** The type of a line that is kept without a product of the catalogue. */
  readonly keptType: number | undefined;
  readonly onKeep: (type: number) => void;
  readonly suggestions: readonly Product[];
  readonly units: readonly string[];
  /** The product needs no check. */
  readonly isSure: boolean;
  /** Something of the line needs a check. */
  readonly isDoubtful: boolean;
  /** The unit that the producer chose. */
  readonly unit: string | undefined;
  readonly onChoose: (id: number) => void;
  readonly onChooseUnit: (unit: string) => void;
}

/** Returns what the producer has to look at in a line. */
function amissIn({ row, item, isSure, unit }: ItemListLineProps, isUnitAsked: boolean): string[] {
  return [
    ...(item !== undefined && !isSure && item.is_unlisted !== true ? ['confira o produto'] : []),
    // Of a line that is left out only that it names no product.
    ...(item === undefined && row.product !== '' ? [] : problemsOfRow(row)),
    ...(isUnitAsked && unit === undefined
      ? [`escolha a unidade de “${row.unit}”, ou complete depois`]
      : []),
  ];
}

function ItemListLine(line: ItemListLineProps) {
  const { row, item, units, isDoubtful, unit, onChooseUnit } = line;
  const product = item?.product;
  const settled = product === undefined ? undefined : quantityOfRow(row, product, units);
  const isUnitAsked = product !== undefined && (settled === undefined || unit !== undefined);
  const amiss = amissIn(line, isUnitAsked);
  return (
    <li data-left={product === undefined || isDoubtful || undefined}>
      <div>
        <small>Linha {row.line}</small>
        <strong>{row.written || '(sem produto)'}</strong>
        {item !== undefined && <Becoming item={item} />}
      </div>
      <div className={styles['asked']}>
        <ProductChoice {...line} />
        {isUnitAsked && (
          <SelectField
            label="Unidade"
            placeholder="Escolha a unidade"
            value={unit ?? ''}
            options={units.map((symbol) => [symbol, unitName(symbol)])}
            onChange={onChooseUnit}
          />
        )}
      </div>
      {amiss.length > 0 && (
        <p className={styles['amiss']}>
          Linha {row.line}: {amiss.join('; ')}.
        </p>
      )}
    </li>
  );
}

/** The product of a line: found, asked among similar ones, or kept as an unlisted item of a type. */
function ProductChoice(line: ItemListLineProps) {
  const { row, item, types, suggestions, onChoose } = line;
  const product = item?.product;
  const isKept = item?.is_unlisted === true;
  const isAsked = suggestions.length > 1 || (product === undefined && suggestions.length > 0);
  const isMissing = product === undefined || isKept;
  return (
    <>
      {isAsked ? (
        <SelectField
          label={isMissing ? 'Você quis dizer' : 'No catálogo'}
          placeholder={isKept ? 'Nenhum destes' : 'Deixar de fora'}
          value={String((isKept ? undefined : product?.id) ?? '')}
          options={suggestions.map((one) => [
            String(one.id),
            [one.name, productDetails(one)].filter((part) => part !== '').join(' · '),
          ])}
          onChange={(id) => onChoose(Number(id))}
        />
      ) : product !== undefined && !isKept ? (
        <span className={styles['matched']}>
          <CheckCircleIcon size={18} />
          {product.name}
        </span>
      ) : (
        row.product !== '' && <span>Não achamos no catálogo.</span>
      )}
      {isMissing && row.product !== '' && types.length > 0 && <KeptType {...line} />}
    </>
  );
}

/** The type as which a line without a product is kept. */
const KeptType = ({ types, keptType, onKeep }: ItemListLineProps) => (
  <SelectField
    label="Manter como item livre"
    placeholder="Escolha o tipo"
    value={String(keptType ?? '')}
    options={types.map(({ id, name }) => [String(id), name])}
    onChange={(type) => onKeep(Number(type))}
  />
);

/** What the line becomes: quantity and unit, and the note that its supplier reads. */
const Becoming = ({ item: { quantity, unit, notes } }: { readonly item: NewItem }) => (
  <span className="lv-number">
    {quantity === '' ? 'Sem quantidade' : typedUnits(quantity, unit)}
    {notes === '' ? '' : ` · ${notes}`}
  </span>
);
