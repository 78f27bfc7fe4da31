import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { Chips } from '../../lists/chips.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useMay } from '../../portal/context.tsx';
import { formatDate } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { PlusIcon, TagIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { Filters, ListView, Search } from '../admin-lists/list-view.tsx';
import { Act, Acts, May, RowButton } from '../admin-lists/parts.tsx';
import { useList } from '../admin-lists/use-list.ts';
import { DeleteEntryDialog, EntryDialog } from './entry-dialog.tsx';
import { registries, registryOf, type Entry } from './registry-list.ts';

const words = { ativo: ['todos', 'sim', 'nao'] } as const;
type Doing = { readonly what: 'create' } | { readonly what: 'edit' | 'delete'; readonly entry: Entry };

/** The lists of names that the catalogue and the producers choose from. */
export function RegistriesPage() {
  const state = useList({ sorts: ['name', 'created_at'], first: { field: 'name', descending: false }, words });
  const registry = readWord(state.search['lista'], registries, 'marcas');
  const { title, one, list: read } = registryOf[registry];
  const { ativo } = state.words;
  const list = useRead(read, { query: { ...state.paging, q: state.text, ...(ativo === 'todos' ? {} : { active: ativo === 'sim' }) } }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <Page title="Cadastros" windowTitle={`Cadastros: ${title}`} actions={<May permission="products.create"><Button leftSection={<PlusIcon size={18} />} onClick={() => setDoing({ what: 'create' })}>Incluir {one}</Button></May>}>
      <Filters tabs={<Chips label="Lista" value={registry} options={registries.map((name) => [name, registryOf[name].title] as const)} onChange={(lista) => state.filter({ lista: lista === 'marcas' ? undefined : lista, busca: undefined })} />}>
        <Search label={`Buscar em ${title.toLowerCase()}`} placeholder="Nome" state={state} />
        <SelectField label="Situação" value={ativo === 'todos' ? '' : ativo} placeholder="Todas" options={[['sim', 'Ativas'], ['nao', 'Inativas']]} onChange={(next) => state.filter({ ativo: next || undefined })} />
      </Filters>
      <ListView<Entry> list={list} caption={title} columns={useColumns(registry === 'unidades', setDoing)} keyOf={({ id }) => id} state={state} empty={<State icon={TagIcon} title="Nada nesta lista ainda">O que for incluído aqui poderá ser escolhido no catálogo e nos cadastros.</State>} />
      {doing?.what === 'create' && <EntryDialog registry={registry} onClose={close} />}
      {doing?.what === 'edit' && <EntryDialog registry={registry} entry={doing.entry} onClose={close} />}
      {doing?.what === 'delete' && <DeleteEntryDialog registry={registry} entry={doing.entry} onClose={close} />}
    </Page>
  );
}

function useColumns(hasSymbol: boolean, act: (doing: Doing) => void): readonly Column<Entry>[] {
  const mayEdit = useMay('products.edit');
  const mayDelete = useMay('products.delete');
  return [
    { name: 'name', label: 'Nome', sort: 'name', bare: true, cell: (entry) => (mayEdit ? <RowButton onClick={() => act({ what: 'edit', entry })}>{entry.name}</RowButton> : <strong>{entry.name}</strong>) },
    ...(hasSymbol ? [{ name: 'symbol', label: 'Símbolo', cell: ({ symbol }: Entry) => symbol ?? '' }] : []),
    { name: 'active', label: 'Situação', cell: ({ active }) => <Chip tone={active ? 'good' : 'plain'}>{active ? 'Ativo' : 'Inativo'}</Chip> },
    { name: 'updated', label: 'Mudou em', cell: ({ updated_at }) => formatDate(updated_at) },
    { name: 'acts', label: 'Ações', align: 'right', bare: true, cell: (entry) => mayDelete && <Acts><Act label={`Excluir ${entry.name}`} danger onClick={() => act({ what: 'delete', entry })}>Excluir</Act></Acts> },
  ];
}
