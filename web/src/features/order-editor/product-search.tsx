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

/** How many products are shown at first, how many more at a time, and at most. */
const SHOWN = 8;
const MORE = 16;
const MOST = 100;

interface ProductSearchProps {
  readonly onAdd: (item: NewItem) => void;
  readonly onAsk: (asked: Asked) => void;
  readonly field: Ref<HTMLInputElement>;
  readonly children?: ReactNode;
}

interface Wanted {
  readonly text: string;
  readonly type: string;
  readonly shown: number;
}

/** The products of the catalogue that match; none before anything is searched for. */
function useProducts({ text, type, shown }: Wanted) {
  const isAsked = text.length >= 2 || type !== '';
  const products = useRead(
    'listProducts',
    {
      query: {
        active: true,
        per_page: shown,
        sort: text === '' ? 'name' : 'match',
        ...(text === '' ? {} : { q: text }),
        ...(type === '' ? {} : { product_type_id: Number(type) }),
      },
    },
    { enabled: isAsked, keepPrevious: true, staleTime: 60_000 },
  );
  // Until other words are answered, what the former ones found is not offered under them.
  const isOutdated = products.isPlaceholderData && shown === SHOWN;
  return {
    isAsked,
    isOutdated,
    products,
    found: isAsked && !isOutdated ? products.data : undefined,
  };
}

/** What is searched for, how much of it is shown, and what was found. */
function useSearch() {
  const [text, setText] = useState('');
  // A new field for each search drops what was typed and not yet searched for.
  const [searches, setSearches] = useState(0);
  const [type, setType] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const change = (next: { readonly text?: string; readonly type?: string }): void => {
    setText(next.text ?? text);
    setType(next.type ?? type);
    setShown(SHOWN);
  };
  return {
    text,
    type,
    searches,
    shown,
    ...useProducts({ text, type, shown }),
    change,
    clear: (): void => {
      change({ text: '', type: '' });
      setSearches(searches + 1);
    },
    showMore: (): void => setShown(Math.min(shown + MORE, MOST)),
  };
}

interface SearchProps {
  readonly search: ReturnType<typeof useSearch>;
}
type Products = NonNullable<SearchProps['search']['found']>;

const Count = ({ found }: { readonly found: Products | undefined }) => (
  <p className="lv-hidden" role="status">
    {found === undefined
      ? ''
      : countOf(
          found.meta.total,
          ['produto encontrado', 'produtos encontrados'],
          'Nenhum produto encontrado',
        )}
  </p>
);

const Found = ({
  products,
  onAdd,
}: {
  readonly products: Products['data'];
  readonly onAdd: (item: NewItem) => void;
}) => (
  <ul className={styles['found']}>
    {products.map((product) => (
      <li key={product.id}>
        <button type="button" onClick={() => onAdd(newItem(summaryOf(product), {}))}>
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
);

/** What is searched for: words, and a type of products. */
function SearchFields({
  search: { text, type, searches, change },
  field,
}: SearchProps & Pick<ProductSearchProps, 'field'>) {
  const types =
    useRead(
      'listProductTypes',
      { query: { active: true, per_page: 100, sort: 'name' } },
      { staleTime: 600_000 },
    ).data?.data ?? [];
  return (
    <div className={styles['finderFields']}>
      <SearchBox
        key={searches}
        ref={field}
        label="Procurar no catálogo"
        placeholder="Nome, ingrediente, praga ou tipo"
        value={text}
        onSearch={(next) => change({ text: next })}
      />
      <SelectField
        label="Tipo"
        value={type}
        placeholder="Todos os tipos"
        options={types.map(({ id, name }) => [String(id), name])}
        onChange={(next) => change({ type: next })}
      />
    </div>
  );
}

/** The button that shows more of what was found, up to a hundred. */
function More({ search: { found, shown, showMore } }: SearchProps) {
  if (found === undefined || found.meta.total <= shown) return null;
  const rest = countOf(found.meta.total - shown, ['produto', 'produtos']);
  return shown === MOST ? (
    <p className={styles['nothing']}>
      Há mais {rest}: escreva mais uma palavra para achar o que procura.
    </p>
  ) : (
    <div>
      <Button size="sm" variant="default" onClick={showMore}>
        Mostrar mais ({rest})
      </Button>
    </div>
  );
}

/**
 * Finds products of the catalogue by name, brand, ingredient, type or everyday words, and adds them
 * to the order. Each choice clears the search; `field` is where the next one is typed.
 * Shows its children until a search begins.
 */
export function ProductSearch({ onAdd, onAsk, field, children }: ProductSearchProps) {
  const search = useSearch();
  const { text, type, found, isAsked, isOutdated, products } = search;
  const height = useVisibleHeight();
  const add = (item: NewItem): void => {
    search.clear();
    onAdd(item);
  };
  return (
    <div
      className={styles['finder']}
      // React's types know no custom properties.
      style={{ '--visible-height': height } as CSSProperties}
    >
      <SearchFields search={search} field={field} />
      <Count found={found} />
      {isAsked && products.isError && found === undefined && (
        <Failure
          error={products.error}
          onRetry={() => {
            void products.refetch();
          }}
        />
      )}
      {isAsked && (products.isPending || isOutdated) && <Loading lines={4} />}
      {!isAsked && children}
      {found !== undefined &&
        found.data.length === 0 &&
        (text === '' ? (
          <p className={styles['nothing']}>Nenhum produto deste tipo.</p>
        ) : (
          <NotInCatalogue key={text} text={text} type={type} onAdd={add} onAsk={onAsk} />
        ))}
      {found !== undefined && found.data.length > 0 && <Found products={found.data} onAdd={add} />}
      <More search={search} />
    </div>
  );
}
