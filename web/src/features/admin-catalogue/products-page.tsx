import { Button } from '@mantine/core';
import type { Product, ProductSubtype, ProductType } from '@lavra/contract/catalogue/schemas';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { readNumber } from '../../lists/url-state.ts';
import { useMay } from '../../portal/context.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { BoxIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Filters, ListView, Search } from '../admin-lists/list-view.tsx';
import { Act, Acts, May, RowButton, Two } from '../admin-lists/parts.tsx';
import { useList } from '../admin-lists/use-list.ts';
import { catalogueReads, ProductDialog, SubtypeDialog, TypeDialog } from './catalogue-dialogs.tsx';
import { CatalogueTree, type TreeDoing } from './catalogue-tree.tsx';
import styles from './catalogue.module.css';

const words = { ativo: ['todos', 'sim', 'nao'] } as const;
type Doing = TreeDoing | { readonly what: 'product'; readonly product?: Product } | { readonly what: 'delete'; readonly product: Product };

/** The catalogue: types and their subtypes beside the products of the one that is chosen. */
export function ProductsPage() {
  const state = useList({ sorts: ['name', 'created_at'], first: { field: 'name', descending: false }, words });
  const [typeId, subtypeId] = [readNumber(state.search['tipo'], 0), readNumber(state.search['subtipo'], 0)];
  const { ativo } = state.words;
  const types = useRead('listProductTypes', { query: { per_page: 100, sort: 'name' } });
  const subtypes = useRead('listProductSubtypes', { query: { per_page: 100, sort: 'name', ...(typeId === 0 ? {} : { product_type_id: typeId }) } });
  const list = useRead('listProducts', {
    query: { ...state.paging, q: state.text, ...(ativo === 'todos' ? {} : { active: ativo === 'sim' }), ...(typeId === 0 ? {} : { product_type_id: typeId }), ...(subtypeId === 0 ? {} : { product_subtype_id: subtypeId }) },
  }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const known = { types: types.data?.data ?? [], subtypes: subtypes.data?.data ?? [] };
  const clear = (): void => state.filter({ busca: undefined, ativo: undefined, tipo: undefined, subtipo: undefined });
  return (
    <Page title="Produtos" actions={<Actions onNew={() => setDoing({ what: 'product' })} />}>
      <div className={styles['columns']}>
        <CatalogueTree types={types} subtypes={known.subtypes} typeId={typeId} subtypeId={subtypeId} onChoose={(part) => state.filter(part)} onDo={setDoing} />
        <div className={styles['products']}>
          <Filters>
            <Search label="Buscar produto" placeholder="Nome, marca, ingrediente ou concentração" state={state} />
            <SelectField label="Situação" value={ativo === 'todos' ? '' : ativo} placeholder="Todas" options={[['sim', 'Ativos'], ['nao', 'Inativos']]} onChange={(next) => state.filter({ ativo: next || undefined })} />
          </Filters>
          <ListView
            list={list} caption="Produtos" columns={useColumns(setDoing)} keyOf={({ id }) => id} state={{ ...state, filtered: state.filtered || typeId !== 0, clear }}
            empty={<State icon={BoxIcon} title="Nenhum produto ainda">Inclua um a um ou importe uma planilha.</State>}
          />
        </div>
      </div>
      {doing !== undefined && <CatalogueDialogs doing={doing} {...known} typeId={typeId} subtypeId={subtypeId === 0 ? undefined : subtypeId} onClose={() => setDoing(undefined)} />}
    </Page>
  );
}

const Actions = ({ onNew }: { readonly onNew: () => void }) => (
  <div className={styles['actions']}>
    <May permission="imports.create"><Button variant="default" renderRoot={(props) => <Link to="/importacoes/nova" search={{ tipo: 'products' }} {...props} />} leftSection={<UploadIcon size={18} />}>Importar produtos</Button></May>
    <May permission="products.create"><Button leftSection={<PlusIcon size={18} />} onClick={onNew}>Novo produto</Button></May>
  </div>
);

interface CatalogueDialogsProps { readonly doing: Doing; readonly types: readonly ProductType[]; readonly subtypes: readonly ProductSubtype[]; readonly typeId: number; readonly subtypeId: number | undefined; readonly onClose: () => void }

function CatalogueDialogs({ doing, types, subtypes, typeId, subtypeId, onClose }: CatalogueDialogsProps) {
  const removeType = useChange('deleteProductType', { stale: catalogueReads });
  const removeSubtype = useChange('deleteProductSubtype', { stale: catalogueReads });
  const removeProduct = useChange('deleteProduct', { stale: catalogueReads });
  if (doing.what === 'type') return <TypeDialog {...(doing.type === undefined ? {} : { type: doing.type })} onClose={onClose} />;
  if (doing.what === 'subtype') return <SubtypeDialog {...(doing.subtype === undefined ? {} : { subtype: doing.subtype })} typeId={doing.subtype?.product_type_id ?? typeId} types={types} onClose={onClose} />;
  if (doing.what === 'product') return <ProductDialog {...(doing.product === undefined ? {} : { product: doing.product })} subtypeId={subtypeId} subtypes={subtypes} onClose={onClose} />;
  const params = { id: String(doing.what === 'delete' ? doing.product.id : doing.what === 'deleteType' ? doing.type.id : doing.subtype.id) };
  const name = doing.what === 'delete' ? doing.product.name : doing.what === 'deleteType' ? doing.type.name : doing.subtype.name;
  const remove = doing.what === 'delete' ? removeProduct : doing.what === 'deleteType' ? removeType : removeSubtype;
  return (
    <ConfirmDialog
      title={`Excluir ${name}?`} action="Excluir" danger onClose={onClose} body={<p><strong>{name}</strong> sai do catálogo, se nada o usa; o que está em uso pode ser desativado. Essa ação não poderá ser desfeita.</p>}
      run={async () => { toast((await remove.mutateAsync({ params })).message); }}
    />
  );
}

function useColumns(act: (doing: Doing) => void): readonly Column<Product>[] {
  const mayEdit = useMay('products.edit');
  const mayDelete = useMay('products.delete');
  return [
    { name: 'name', label: 'Produto', sort: 'name', bare: true, cell: (product) => <Two first={mayEdit ? <RowButton onClick={() => act({ what: 'product', product })}>{product.name}</RowButton> : <strong>{product.name}</strong>} second={[product.brand === product.name ? null : product.brand, product.active_ingredient, product.concentration].filter(Boolean).join(' · ') || null} /> },
    { name: 'subtype', label: 'Subtipo', cell: ({ subtype, type }) => <Two first={subtype.name} second={type.name} /> },
    { name: 'unit', label: 'Unidade', cell: ({ unit }) => unit },
    { name: 'active', label: 'Situação', cell: ({ active }) => <Chip tone={active ? 'good' : 'plain'}>{active ? 'Ativo' : 'Inativo'}</Chip> },
    { name: 'acts', label: 'Ações', align: 'right', bare: true, cell: (product) => mayDelete && <Acts><Act label={`Excluir ${product.name}`} danger onClick={() => act({ what: 'delete', product })}>Excluir</Act></Acts> },
  ];
}
