import { Button } from '@mantine/core';
import { useState, type CSSProperties, type ReactNode, type Ref } from 'react';
import { useRead } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { countOf } from '../../text/decimal.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { newItem, summaryOf, type NewItem } from './draft-values.ts';
import styles from './editor.module.css';
import { NotInCatalogue, type Asked } from './not-in-catalogue.tsx';
import { useVisibleHeight } from './use-visible-height.ts';

const SHOWN = 8;

/**
 * Finds products of the catalogue by name, brand, ingredient, type or everyday words, and adds them
 * to the order. Each choice clears the search; `field` is where the next one is typed.
 * Shows its children until a search begins.
 */
export function ProductSearch({
  onAdd,
  onAsk,
  field,
  children,
}: {
  readonly onAdd: (item: NewItem) => void;
  readonly onAsk: (asked: Asked) => void;
  readonly field: Ref<HTMLInputElement>;
  readonly children?: ReactNode;
}) {
  const [text, setText] = useState('');
  // A new field for each search drops what was typed and not yet searched for.
  const [searches, setSearches] = useState(0);
  const height = useVisibleHeight();
  const [type, setType] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const types =
    useRead(
      'listProductTypes',
      { query: { active: true, per_page: 100, sort: 'name' } },
      { staleTime: 600_000 },
    ).data?.data ?? [];
  const isAsked = text.length >= 2 || type !== '';
  const products = useRead(
    'listProducts',
    {
      query: {
        active: true,
        per_page: shown,
        sort: 'name',
        ...(text === '' ? {} : { q: text }),
        ...(type === '' ? {} : { product_type_id: Number(type) }),
      },
    },
    { enabled: isAsked, keepPrevious: true, staleTime: 60_000 },
  );
  const found = isAsked ? products.data : undefined;
  const add = (item: NewItem): void => {
    setText('');
    setType('');
    setShown(SHOWN);
    setSearches(searches + 1);
    onAdd(item);
  };
  return (
    <div
      className={styles['finder']}
      // React's types know no custom properties.
      style={{ '--visible-height': height } as CSSProperties}
    >
      <div className={styles['finderFields']}>
        <SearchBox
          key={searches}
          ref={field}
          label="Procurar no catálogo"
          placeholder="Nome, ingrediente, praga ou tipo"
          value={text}
          onSearch={(next) => {
            setText(next);
            setShown(SHOWN);
          }}
        />
        <SelectField
          label="Tipo"
          value={type}
          placeholder="Todos os tipos"
          options={types.map(({ id, name }) => [String(id), name])}
          onChange={(next) => {
            setType(next);
            setShown(SHOWN);
          }}
        />
      </div>
      <p className="lv-hidden" role="status">
        {found === undefined
          ? ''
          : countOf(
              found.meta.total,
              ['produto encontrado', 'produtos encontrados'],
              'Nenhum produto encontrado',
            )}
      </p>
      {isAsked && products.isError && found === undefined && (
        <Failure
          error={products.error}
          onRetry={() => {
            void products.refetch();
          }}
        />
      )}
      {isAsked && products.isPending && <Loading lines={4} />}
      {!isAsked && children}
      {found !== undefined &&
        found.data.length === 0 &&
        (text === '' ? (
          <p className={styles['nothing']}>Nenhum produto deste tipo.</p>
        ) : (
          <NotInCatalogue key={text} text={text} type={type} onAdd={add} onAsk={onAsk} />
        ))}
      {found !== undefined && found.data.length > 0 && (
        <ul className={styles['found']}>
          {found.data.map((product) => (
            <li key={product.id}>
              <button type="button" onClick={() => add(newItem(summaryOf(product), {}))}>
                <span>
                  <ProductName product={product} />
                  <small>
                    {product.type.name} › {product.subtype.name}
                  </small>
                </span>
                <span className={styles['add']}>
                  <PlusIcon size={18} />
                  Incluir
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found !== undefined && found.meta.total > shown && shown < 96 && (
        <div>
          <Button size="sm" variant="default" onClick={() => setShown(shown + 16)}>
            Mostrar mais ({countOf(found.meta.total - shown, ['produto', 'produtos'])})
          </Button>
        </div>
      )}
    </div>
  );
}
