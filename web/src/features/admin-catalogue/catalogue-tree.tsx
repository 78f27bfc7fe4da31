import { Skeleton } from '@mantine/core';
import type { ProductSubtype, ProductType } from '@lavra/contract/catalogue/schemas';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../data/use-api.ts';
import { Paging } from '../../lists/paging.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { useMay } from '../../runtime/context.tsx';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Card } from '../../ui/page.tsx';
import { Loading, QueryView } from '../../ui/states.tsx';
import type { ListPage } from '../../lists/list-card.tsx';
import { Act, Acts } from '../admin-kit/parts.tsx';
import styles from './catalogue.module.css';

export type TreeDoing =
  | { readonly what: 'type'; readonly type?: ProductType }
  | { readonly what: 'deleteType'; readonly type: ProductType }
  | { readonly what: 'subtype'; readonly subtype?: ProductSubtype }
  | { readonly what: 'deleteSubtype'; readonly subtype: ProductSubtype };

interface TreeProps {
  readonly typeId: number | undefined;
  readonly subtypeId: number | undefined;
  readonly onChoose: (part: {
    readonly tipo: number | undefined;
    readonly subtipo: number | undefined;
  }) => void;
  readonly onDo: (doing: TreeDoing) => void;
}

/** How many names a level shows per page; longer levels get a search and paging. */
const PER_PAGE = 30;

/** The four types of the reference data, and one of the own. */
const USUAL_TYPES = 5;

/** How many rows the types have with the subtypes of one: about a phone's screen. */
const BRANCH_ROWS = 16;

/** Shows types, and the subtypes of the chosen one; the choice filters the products. */
export function CatalogueTree({ typeId, subtypeId, onChoose, onDo }: TreeProps) {
  const mayCreate = useMay('products.create');
  const level = useLevel();
  const types = useRead(
    'listProductTypes',
    { query: { ...level.query, sort: 'name' } },
    { keepPrevious: true },
  );
  return (
    <Card
      title="Tipos"
      aside={
        mayCreate ? (
          <Act label="Novo tipo" onClick={() => onDo({ what: 'type' })}>
            Novo tipo
          </Act>
        ) : undefined
      }
    >
      <QueryView
        query={types}
        skeleton={<TreeSkeleton rows={typeId === undefined ? USUAL_TYPES + 1 : BRANCH_ROWS} />}
      >
        {(page) => (
          <Level page={page} level={level} label="Buscar tipo">
            <ul className={styles['tree']}>
              <li>
                <Node
                  label="Todos os produtos"
                  chosen={typeId === undefined}
                  onChoose={() => onChoose({ tipo: undefined, subtipo: undefined })}
                />
              </li>
              {page.data.map((type) => (
                <li key={type.id}>
                  <Node
                    label={type.name}
                    count={type.subtypes_count}
                    inactive={!type.active}
                    chosen={type.id === typeId && subtypeId === undefined}
                    onChoose={() => onChoose({ tipo: type.id, subtipo: undefined })}
                  />
                  {type.id === typeId && (
                    <Branch type={type} subtypeId={subtypeId} onChoose={onChoose} onDo={onDo} />
                  )}
                </li>
              ))}
            </ul>
          </Level>
        )}
      </QueryView>
    </Card>
  );
}

/** Types as they load: rows as high as the names that come, so that the products below stay. */
const TreeSkeleton = ({ rows }: { readonly rows: number }) => (
  <Loading>
    <div className={styles['tree']}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['node']}>
          <Skeleton height={18} width={`${90 - ((row * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  </Loading>
);

function Branch({
  type,
  subtypeId,
  onChoose,
  onDo,
}: Omit<TreeProps, 'typeId'> & { readonly type: ProductType }) {
  const [mayCreate, mayEdit, mayDelete] = [
    useMay('products.create'),
    useMay('products.edit'),
    useMay('products.delete'),
  ];
  const level = useLevel();
  const subtypes = useRead(
    'listProductSubtypes',
    { query: { ...level.query, sort: 'name', product_type_id: type.id } },
    { keepPrevious: true },
  );
  // The chosen subtype may be on another page.
  const chosen = useRead(
    'getProductSubtype',
    { params: { id: String(subtypeId) } },
    { enabled: subtypeId !== undefined },
  ).data;
  const isKnown = subtypeId === undefined || chosen !== undefined;
  const held =
    chosen === undefined
      ? countOf(type.subtypes_count, ['subtipo', 'subtipos'])
      : countOf(chosen.products_count, ['produto', 'produtos']);
  const isEmpty = (chosen?.products_count ?? type.subtypes_count) === 0;
  return (
    <div className={styles['branch']}>
      <QueryView query={subtypes} skeleton={<Loading lines={28} />}>
        {(page) => (
          <Level page={page} level={level} label={`Buscar subtipo de ${type.name}`}>
            <ul className={styles['tree']}>
              {page.data.map((subtype) => (
                <li key={subtype.id}>
                  <Node
                    label={subtype.name}
                    count={subtype.products_count}
                    inactive={!subtype.active}
                    chosen={subtype.id === subtypeId}
                    onChoose={() => onChoose({ tipo: type.id, subtipo: subtype.id })}
                  />
                </li>
              ))}
            </ul>
          </Level>
        )}
      </QueryView>
      {isKnown && (
        <Acts>
          {mayCreate && (
            <Act label={`Novo subtipo de ${type.name}`} onClick={() => onDo({ what: 'subtype' })}>
              Novo subtipo
            </Act>
          )}
          {mayEdit && (
            <Act
              label={`Alterar ${chosen?.name ?? type.name}`}
              onClick={() =>
                onDo(
                  chosen === undefined
                    ? { what: 'type', type }
                    : { what: 'subtype', subtype: chosen },
                )
              }
            >
              Alterar
            </Act>
          )}
          {mayDelete && isEmpty && (
            <Act
              label={`Excluir ${chosen?.name ?? type.name}`}
              danger
              onClick={() =>
                onDo(
                  chosen === undefined
                    ? { what: 'deleteType', type }
                    : { what: 'deleteSubtype', subtype: chosen },
                )
              }
            >
              Excluir
            </Act>
          )}
        </Acts>
      )}
      {mayDelete && isKnown && !isEmpty && (
        <p className={styles['held']}>Não pode ser excluído: tem {held}.</p>
      )}
    </div>
  );
}

interface LevelState {
  readonly text: string;
  readonly query: { readonly page: number; readonly per_page: number; readonly q?: string };
  readonly search: (text: string) => void;
  readonly go: (page: number) => void;
}

/** Holds the search text and page of one level of the tree. */
function useLevel(): LevelState {
  const [{ text, page }, set] = useState({ text: '', page: 1 });
  return {
    text,
    query: { page, per_page: PER_PAGE, ...(text === '' ? {} : { q: text }) },
    search: (next) => set({ text: next, page: 1 }),
    go: (next) => set({ text, page: next }),
  };
}

/** Shows one level; a level with more than one page gets a search and paging. */
function Level({
  page,
  level,
  label,
  children,
}: {
  readonly page: ListPage<unknown>;
  readonly level: LevelState;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const isLong = page.meta.last_page > 1;
  return (
    <>
      {(isLong || level.text !== '') && (
        <SearchBox label={label} value={level.text} onSearch={level.search} />
      )}
      {children}
      {isLong && <Paging meta={page.meta} onPage={level.go} />}
    </>
  );
}

const Node = ({
  label,
  count,
  inactive = false,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly count?: number;
  readonly inactive?: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) => (
  <button type="button" className={styles['node']} aria-pressed={chosen} onClick={onChoose}>
    <span>
      {label}
      {inactive && ' (inativo)'}
    </span>
    {count !== undefined && <small>{formatCount(count)}</small>}
  </button>
);
