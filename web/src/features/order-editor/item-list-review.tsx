import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { SelectField } from '../../forms/fields.tsx';
import { countOf, formatQuantity, parseDecimal } from '../../text/decimal.ts';
import { DialogActions } from '../../ui/dialog.tsx';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import { productDetails } from '../../ui/product-name.tsx';
import { newItem, quantityOf, type DraftItem, type NewItem } from './draft-values.ts';
import styles from './editor.module.css';
import { MOST_NOTES, problemsOfRow, writeItemList, type ItemListRow } from './item-list.ts';
import { unitOf, type Found } from './item-list-match.ts';

type Product = DraftItem['product'];

interface ItemListReviewProps {
  readonly rows: readonly ItemListRow[];
  readonly matches: ReadonlyMap<string, Found>;
  readonly units: readonly string[];
  readonly room: number;
  readonly onTake: (items: readonly NewItem[], left: readonly ItemListRow[]) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/**
 * Shows each line with its matched product; asks about doubtful ones, and keeps those without a
 * match visible.
 */
export function ItemListReview({
  rows,
  matches,
  units,
  room,
  onTake,
  onBack,
  onClose,
}: ItemListReviewProps) {
  const [chosen, choose] = useState<ReadonlyMap<number, number>>(new Map());
  const productOf = ({ line, product }: ItemListRow): Product | undefined => {
    const found = matches.get(product);
    const wanted = chosen.get(line);
    return wanted === undefined ? found?.match : found?.suggestions.find(({ id }) => id === wanted);
  };
  const ready = rows.filter((row) => productOf(row) !== undefined);
  const left = rows.filter((row) => productOf(row) === undefined);
  const take = (): void =>
    onTake(
      ready.flatMap((row) => {
        const product = productOf(row);
        return product === undefined ? [] : [itemOf(row, product, units)];
      }),
      left,
    );
  const isTooMany = ready.length > room;
  return (
    <>
      <p>
        <strong>
          {countOf(ready.length, ['linha pronta', 'linhas prontas'], 'Nenhuma linha pronta')}
        </strong>
        {left.length > 0 && `, ${left.length} sem produto`}. Confira e inclua.
      </p>
      <ul className={styles['itemList']}>
        {[...left, ...ready].map((row) => (
          <ItemListLine
            key={row.line}
            row={row}
            product={productOf(row)}
            units={units}
            suggestions={matches.get(row.product)?.suggestions ?? []}
            onChoose={(id) => choose((known) => new Map([...known, [row.line, id]]))}
          />
        ))}
      </ul>
      {isTooMany && (
        <p role="alert" className={styles['amiss']}>
          Uma cotação tem no máximo 1.000 itens: cabem mais {room}.
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={ready.length === 0 ? onClose : onBack}>
          {ready.length === 0 ? 'Fechar' : 'Voltar'}
        </Button>
        {left.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              void saveFile(new Response(writeItemList(left)), 'linhas-sem-produto.csv');
            }}
          >
            Baixar as sem produto
          </Button>
        )}
        {ready.length > 0 && (
          <Button
            aria-disabled={isTooMany}
            onClick={() => {
              if (!isTooMany) take();
            }}
          >
            Incluir {countOf(ready.length, ['item', 'itens'])}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

interface ItemListLineProps {
  readonly row: ItemListRow;
  readonly product: Product | undefined;
  readonly suggestions: readonly Product[];
  readonly units: readonly string[];
  readonly onChoose: (id: number) => void;
}

function ItemListLine({ row, product, suggestions, units, onChoose }: ItemListLineProps) {
  const unknownUnit = row.unit !== '' && unitOf(row.unit, units) === undefined;
  const amiss = [
    ...problemsOfRow(row),
    ...(unknownUnit
      ? [
          `a unidade “${row.unit}” não existe aqui${product === undefined ? '' : `: vai em ${product.unit}`}`,
        ]
      : []),
  ];
  const isAsked = suggestions.length > 1 || (product === undefined && suggestions.length > 0);
  return (
    <li data-left={product === undefined || undefined}>
      <div>
        <small>Linha {row.line}</small>
        <strong>{row.product || '(sem produto)'}</strong>
        <span className="lv-number">
          {row.quantity} {unitOf(row.unit, units) ?? product?.unit ?? row.unit}
          {row.notes === '' ? '' : ` · ${row.notes}`}
        </span>
      </div>
      {isAsked ? (
        <SelectField
          label={product === undefined ? 'Você quis dizer' : 'No catálogo'}
          placeholder="Deixar de fora"
          value={String(product?.id ?? '')}
          options={suggestions.map((one) => [
            String(one.id),
            [one.name, productDetails(one)].filter((part) => part !== '').join(' · '),
          ])}
          onChange={(id) => onChoose(Number(id))}
        />
      ) : product !== undefined ? (
        <span className={styles['matched']}>
          <CheckCircleIcon size={18} />
          {product.name}
        </span>
      ) : (
        row.product !== '' && <span>Não achamos no catálogo.</span>
      )}
      {amiss.length > 0 && (
        <p className={styles['amiss']}>
          Linha {row.line}: {amiss.join('; ')}.
        </p>
      )}
    </li>
  );
}

/** Converts a line to an item; an unreadable value is kept as text, for its field to report. */
function itemOf(row: ItemListRow, product: Product, units: readonly string[]): NewItem {
  const digits = parseDecimal(row.quantity);
  const quantity =
    digits !== undefined && quantityOf(row) !== undefined
      ? formatQuantity(Number(digits))
      : row.quantity;
  return newItem(product, {
    quantity,
    unit: unitOf(row.unit, units) ?? product.unit,
    notes: row.notes.slice(0, MOST_NOTES),
  });
}
