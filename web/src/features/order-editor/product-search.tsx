import { Button } from '@mantine/core';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { countOf } from '../../text/decimal.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { summaryOf } from './draft-values.ts';
import styles from './editor.module.css';
import { NotInCatalogue } from './not-in-catalogue.tsx';

type Product = OrderItem['product'];
const SHOWN = 8;

/**
 * Finds products of the catalogue by name, brand or active ingredient, and adds them to the order.
 * Shows its children until a search begins.
 */
export function ProductSearch({
  onAdd,
  children,
}: {
  readonly onAdd: (product: Product, notes?: string) => void;
  readonly children?: ReactNode;
}) {
  const [text, setText] = useState('');
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
  return (
    <div className={styles['finder']}>
      <div className={styles['finderFields']}>
        <SearchBox
          label="Procurar no catálogo"
          placeholder="Nome, marca ou ingrediente ativo"
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
          <NotInCatalogue text={text} onAdd={onAdd} />
        ))}
      {found !== undefined && found.data.length > 0 && (
        <ul className={styles['found']}>
          {found.data.map((product) => (
            <li key={product.id}>
              <button type="button" onClick={() => onAdd(summaryOf(product))}>
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
