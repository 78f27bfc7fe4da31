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
                    count={countOf(type.subtypes_count, ['subtipo', 'subtipos'])}
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

type BranchProps = Omit<TreeProps, 'typeId'> & { readonly type: ProductType };

/** The subtypes of the chosen type, and what is done with the type or the chosen subtype. */
function Branch({ type, subtypeId, onChoose, onDo }: BranchProps) {
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
                    count={formatCount(subtype.products_count)}
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
      {isKnown && <BranchActions type={type} subtype={chosen} onDo={onDo} />}
    </div>
  );
}

interface BranchActionsProps extends Pick<TreeProps, 'onDo'> {
  readonly type: ProductType;
  /** The chosen subtype; without one the type itself is meant. */
  readonly subtype: ProductSubtype | undefined;
}

function BranchActions({ type, subtype, onDo }: BranchActionsProps) {
  const mayCreate = useMay('products.create');
  const mayEdit = useMay('products.edit');
  const mayDelete = useMay('products.delete');
  const { name } = subtype ?? type;
  const isEmpty = (subtype?.products_count ?? type.subtypes_count) === 0;
  return (
    <>
      <Acts>
        {mayCreate && (
          <Act label={`Novo subtipo de ${type.name}`} onClick={() => onDo({ what: 'subtype' })}>
            Novo subtipo
          </Act>
        )}
        {mayEdit && (
          <Act
            label={`Alterar ${name}`}
            onClick={() =>
              onDo(subtype === undefined ? { what: 'type', type } : { what: 'subtype', subtype })
            }
          >
            Alterar
          </Act>
        )}
        {mayDelete && isEmpty && (
          <Act
            label={`Excluir ${name}`}
            danger
            onClick={() =>
              onDo(
                subtype === undefined
                  ? { what: 'deleteType', type }
                  : { what: 'deleteSubtype', subtype },
              )
            }
          >
            Excluir
          </Act>
        )}
      </Acts>
      {mayDelete && !isEmpty && (
        <p className={styles['held']}>Não pode ser excluído: tem {heldBy(type, subtype)}.</p>
      )}
    </>
  );
}

const heldBy = (type: ProductType, subtype: ProductSubtype | undefined): string =>
  subtype === undefined
    ? countOf(type.subtypes_count, ['subtipo', 'subtipos'])
    : countOf(subtype.products_count, ['produto', 'produtos']);

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
  readonly count?: string;
  readonly inactive?: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) => (
  <button type="button" className={styles['node']} aria-pressed={chosen} onClick={onChoose}>
    <span>
      {label}
      {inactive && ' (inativo)'}
    </span>
    {count !== undefined && <small>{count}</small>}
  </button>
);
