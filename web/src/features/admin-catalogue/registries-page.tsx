import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDate } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { TagIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { yesOrNo } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { unlessDefault, useList } from '../admin-kit/list-state.ts';
import { Act, Acts, May, RowButton } from '../admin-kit/parts.tsx';
import { DeleteEntryDialog, EntryDialog } from './entry-dialog.tsx';
import { RegistryTabs } from './registry-tabs.tsx';
import { registries, registryOf, type Entry, type RegistryName } from './registry-list.ts';

const filters = {
  active: yesOrNo('ativo', 'Situação', ['Ativas', 'Inativas'], { all: 'Todas' }),
} as const;
type Doing =
  | { readonly what: 'create' }
  | { readonly what: 'look' | 'edit' | 'delete'; readonly entry: Entry };

/** The lists of names that the catalogue and the producers choose from. */
export function RegistriesPage() {
  const list = useList({
    sorts: ['name', 'created_at'],
    first: { field: 'name', descending: false },
    filters,
  });
  const registry = readWord(list.search['lista'], registries, 'marcas');
  const { title, one, list: read } = registryOf[registry];
  const entries = useRead(read, { query: list.query }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  return (
    <ListPage<Entry>
      title="Cadastros"
      windowTitle={`Cadastros: ${title}`}
      caption={title}
      words={['nome nesta lista', 'nomes nesta lista']}
      search={{ label: `Buscar em ${title.toLowerCase()}`, placeholder: 'Nome' }}
      list={list}
      query={entries}
      columns={useColumns(registry === 'unidades', setDoing)}
      keyOf={({ id }) => id}
      above={
        <>
          <RegistryTabs />
          <Chips
            label="Lista"
            value={registry}
            options={registries.map((name) => [name, registryOf[name].title] as const)}
            onChange={(lista) =>
              list.filter({ lista: unlessDefault(lista, 'marcas'), busca: undefined })
            }
          />
        </>
      }
      actions={
        <May permission="products.create">
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setDoing({ what: 'create' })}>
            Incluir {one}
          </Button>
        </May>
      }
      empty={
        <State icon={TagIcon} title="Nada nesta lista ainda">
          O que for incluído aqui poderá ser escolhido no catálogo e nos cadastros.
        </State>
      }
    >
      <EntryDialogs registry={registry} doing={doing} onClose={() => setDoing(undefined)} />
    </ListPage>
  );
}

interface EntryDialogsProps {
  readonly registry: RegistryName;
  readonly doing: Doing | undefined;
  readonly onClose: () => void;
}

function EntryDialogs({ registry, doing, onClose }: EntryDialogsProps) {
  if (doing === undefined) return null;
  if (doing.what === 'create') return <EntryDialog registry={registry} onClose={onClose} />;
  const { what, entry } = doing;
  if (what === 'edit') return <EntryDialog registry={registry} entry={entry} onClose={onClose} />;
  if (what === 'delete')
    return <DeleteEntryDialog registry={registry} entry={entry} onClose={onClose} />;
  return (
    <FactsDialog
      title={entry.name}
      facts={[
        { label: 'Lista', value: registryOf[registry].title },
        { label: 'Símbolo', value: entry.symbol },
        { label: 'Situação', value: entry.active ? 'Ativo' : 'Inativo' },
        { label: 'Mudou em', value: formatDate(entry.updated_at) },
      ]}
      onClose={onClose}
    />
  );
}

function useColumns(hasSymbol: boolean, act: (doing: Doing) => void): readonly Column<Entry>[] {
  const mayEdit = useMay('products.edit');
  const mayDelete = useMay('products.delete');
  return [
    {
      name: 'name',
      label: 'Nome',
      sort: 'name',
      bare: true,
      cell: (entry) => (
        <RowButton onClick={() => act({ what: mayEdit ? 'edit' : 'look', entry })}>
          {entry.name}
        </RowButton>
      ),
    },
    ...(hasSymbol
      ? [{ name: 'symbol', label: 'Símbolo', cell: ({ symbol }: Entry) => symbol ?? '' }]
      : []),
    {
      name: 'active',
      label: 'Situação',
      cell: ({ active }) => (
        <Chip tone={active ? 'good' : 'plain'}>{active ? 'Ativo' : 'Inativo'}</Chip>
      ),
    },
    { name: 'updated', label: 'Mudou em', cell: ({ updated_at }) => formatDate(updated_at) },
    {
      name: 'acts',
      label: 'Ações',
      align: 'right',
      bare: true,
      cell: (entry) =>
        mayDelete && (
          <Acts>
            <Act
              label={`Excluir ${entry.name}`}
              danger
              onClick={() => act({ what: 'delete', entry })}
            >
              Excluir
            </Act>
          </Acts>
        ),
    },
  ];
}
