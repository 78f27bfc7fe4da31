import { Button } from '@mantine/core';
import type { Product } from '@lavra/contract/catalogue/schemas';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { BoxIcon, UploadIcon } from '../../ui/page-icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { link, yesOrNo } from '../admin-kit/filters.ts';
import { Count, List } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import type { Fact } from '../admin-kit/record.tsx';
import { Act, Acts, May, RowButton, Two } from '../admin-kit/parts.tsx';
import { ProductDialog, SubtypeDialog, TypeDialog } from './catalogue-dialogs.tsx';
import { CatalogueTree, type TreeDoing } from './catalogue-tree.tsx';
import styles from './catalogue.module.css';

const filters = {
  active: yesOrNo('ativo', 'Situação', ['Ativos', 'Inativos']),
  product_type_id: link('tipo', 'Tipo', 'productTypes'),
  product_subtype_id: link('subtipo', 'Subtipo', 'productSubtypes'),
} as const;
type Doing =
  | TreeDoing
  | { readonly what: 'product'; readonly product?: Product }
  | { readonly what: 'look'; readonly product: Product }
  | { readonly what: 'delete'; readonly product: Product };

/** The catalogue: types and their subtypes beside the products of the chosen one. */
export function ProductsPage() {
  const list = useList({
    sorts: ['name', 'created_at'],
    first: { field: 'name', descending: false },
    filters,
  });
  const { product_type_id: typeId, product_subtype_id: subtypeId } = list.query;
  const products = useRead(
    'listProducts',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const [doing, setDoing] = useState<Doing>();
  return (
    <Page
      title="Produtos"
      lead={<Count query={products} words={['produto', 'produtos']} />}
      actions={<Actions onNew={() => setDoing({ what: 'product' })} />}
    >
      <div className={styles['columns']}>
        <CatalogueTree
          typeId={typeId}
          subtypeId={subtypeId}
          onChoose={list.filter}
          onDo={setDoing}
        />
        <List
          caption="Produtos"
          search={{
            label: 'Buscar produto',
            placeholder: 'Nome, marca, ingrediente ou concentração',
          }}
          list={list}
          query={products}
          columns={useColumns(setDoing)}
          keyOf={({ id }) => id}
          empty={
            <State icon={BoxIcon} title="Nenhum produto ainda">
              Inclua um a um ou importe uma planilha.
            </State>
          }
        />
      </div>
      {doing !== undefined && (
        <CatalogueDialogs
          doing={doing}
          typeId={typeId}
          subtypeId={subtypeId}
          onChoose={list.filter}
          onClose={() => setDoing(undefined)}
        />
      )}
    </Page>
  );
}

const Actions = ({ onNew }: { readonly onNew: () => void }) => (
  <div className={styles['actions']}>
    <May permission="imports.create">
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to={adminPaths.newImport} search={{ tipo: 'products' }} {...props} />
        )}
        leftSection={<UploadIcon size={18} />}
      >
        Importar produtos
      </Button>
    </May>
    <May permission="products.create">
      <Button leftSection={<PlusIcon size={18} />} onClick={onNew}>
        Novo produto
      </Button>
    </May>
  </div>
);

interface CatalogueDialogsProps {
  readonly doing: Doing;
  readonly typeId: number | undefined;
  readonly subtypeId: number | undefined;
  readonly onChoose: (part: { readonly tipo?: undefined; readonly subtipo: undefined }) => void;
  readonly onClose: () => void;
}

function CatalogueDialogs({ doing, typeId, subtypeId, onChoose, onClose }: CatalogueDialogsProps) {
  if (doing.what === 'type')
    return (
      <TypeDialog {...(doing.type === undefined ? {} : { type: doing.type })} onClose={onClose} />
    );
  if (doing.what === 'subtype')
    return (
      <SubtypeDialog
        {...(doing.subtype === undefined ? {} : { subtype: doing.subtype })}
        typeId={doing.subtype?.product_type_id ?? typeId}
        onClose={onClose}
      />
    );
  if (doing.what === 'product')
    return (
      <ProductDialog
        {...(doing.product === undefined ? {} : { product: doing.product })}
        subtypeId={subtypeId}
        onClose={onClose}
      />
    );
  if (doing.what === 'look')
    return (
      <FactsDialog title={doing.product.name} facts={factsOf(doing.product)} onClose={onClose} />
    );
  return <RemoveDialog doing={doing} onChoose={onChoose} onClose={onClose} />;
}

interface RemoveDialogProps extends Pick<CatalogueDialogsProps, 'onChoose' | 'onClose'> {
  readonly doing: Extract<Doing, { what: 'delete' | 'deleteType' | 'deleteSubtype' }>;
}

function RemoveDialog({ doing, onChoose, onClose }: RemoveDialogProps) {
  const removeType = useChange('deleteProductType');
  const removeSubtype = useChange('deleteProductSubtype');
  const removeProduct = useChange('deleteProduct');
  const { name, id } =
    doing.what === 'delete'
      ? doing.product
      : doing.what === 'deleteType'
        ? doing.type
        : doing.subtype;
  const remove =
    doing.what === 'delete'
      ? removeProduct
      : doing.what === 'deleteType'
        ? removeType
        : removeSubtype;
  const run = async (): Promise<void> => {
    const { message } = await remove.mutateAsync({ params: { id: String(id) } });
    // A deleted type or subtype must not filter any more.
    if (doing.what === 'deleteSubtype') onChoose({ subtipo: undefined });
    if (doing.what === 'deleteType') onChoose({ tipo: undefined, subtipo: undefined });
    toast(message);
  };
  return (
    <ConfirmDialog
      title={`Excluir ${name}?`}
      action="Excluir"
      danger
      onClose={onClose}
      run={run}
      body={
        <p>
          <strong>{name}</strong> sai do catálogo, se nada o usa; o que está em uso pode ser
          desativado. Essa ação não poderá ser desfeita.
        </p>
      }
    />
  );
}

const factsOf = ({
  type,
  subtype,
  unit,
  brand,
  active_ingredient,
  concentration,
  description,
  active,
}: Product): readonly Fact[] => [
  { label: 'Tipo', value: type.name },
  { label: 'Subtipo', value: subtype.name },
  { label: 'Unidade', value: unit },
  { label: 'Situação', value: active ? 'Ativo' : 'Inativo' },
  { label: 'Marca', value: brand },
  { label: 'Ingrediente ativo', value: active_ingredient },
  { label: 'Concentração', value: concentration },
  { label: 'Descrição', value: description, wide: true },
];

/** Returns what tells a product from others of its name; null where it says nothing. */
const detailsOf = ({ name, brand, active_ingredient, concentration }: Product): string | null =>
  [brand === name ? null : brand, active_ingredient, concentration].filter(Boolean).join(' · ') ||
  null;

function useColumns(act: (doing: Doing) => void): readonly Column<Product>[] {
  const mayEdit = useMay('products.edit');
  const mayDelete = useMay('products.delete');
  return [
    {
      name: 'name',
      label: 'Produto',
      sort: 'name',
      bare: true,
      cell: (product) => (
        <Two
          first={
            <RowButton onClick={() => act({ what: mayEdit ? 'product' : 'look', product })}>
              {product.name}
            </RowButton>
          }
          second={detailsOf(product)}
        />
      ),
    },
    {
      name: 'subtype',
      label: 'Subtipo',
      cell: ({ subtype, type }) => <Two first={subtype.name} second={type.name} />,
    },
    { name: 'unit', label: 'Unidade', cell: ({ unit }) => unit },
    {
      name: 'active',
      label: 'Situação',
      cell: ({ active }) => (
        <Chip tone={active ? 'good' : 'plain'}>{active ? 'Ativo' : 'Inativo'}</Chip>
      ),
    },
    {
      name: 'acts',
      label: 'Ações',
      align: 'right',
      bare: true,
      cell: (product) =>
        mayDelete && (
          <Acts>
            <Act
              label={`Excluir ${product.name}`}
              danger
              onClick={() => act({ what: 'delete', product })}
            >
              Excluir
            </Act>
          </Acts>
        ),
    },
  ];
}
