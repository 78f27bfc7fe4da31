import { Button } from '@mantine/core';
import type { PageSummary } from '@lavra/contract/pages/schemas';
import { adminPaths } from '../../paths/admin.ts';
import { commonPaths } from '../../paths/common.ts';
import { fixedPageSlugs } from './fixed-pages.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { FileIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { choice } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, Acts, May, RowLink, Two } from '../admin-kit/parts.tsx';

const filters = {
  status: choice(
    'situacao',
    'Situação',
    [
      ['active', 'No ar'],
      ['inactive', 'Fora do ar'],
    ],
    { all: 'Todas', tabs: true },
  ),
} as const;

/** The public pages with texts by administrators. */
export function PagesPage() {
  const list = useList({
    sorts: ['title', 'created_at'],
    first: { field: 'title', descending: false },
    filters,
  });
  const pages = useRead('listPages', { query: list.query }, { keepPrevious: true, staleTime: 0 });
  const [deleting, setDeleting] = useState<PageSummary>();
  return (
    <ListPage
      title="Páginas"
      words={['página', 'páginas']}
      search={{ label: 'Buscar página', placeholder: 'Título' }}
      list={list}
      query={pages}
      columns={useColumns(setDeleting)}
      keyOf={({ id }) => id}
      actions={
        <May permission="pages.create">
          <Button
            renderRoot={(props) => <Link to={adminPaths.newPage} {...props} />}
            leftSection={<PlusIcon size={18} />}
          >
            Nova página
          </Button>
        </May>
      }
      empty={
        <State icon={FileIcon} title="Nenhuma página ainda">
          Termos de uso, privacidade e o que mais todos devam poder ler.
        </State>
      }
    >
      {deleting !== undefined && (
        <DeleteDialog page={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </ListPage>
  );
}

function DeleteDialog({
  page,
  onClose,
}: {
  readonly page: PageSummary;
  readonly onClose: () => void;
}) {
  const remove = useChange('deletePage');
  return (
    <ConfirmDialog
      title="Excluir a página?"
      action="Excluir página"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{page.title}</strong> deixa de existir, e os links para ela não levam mais a nada.
          Essa ação não poderá ser desfeita.
        </p>
      }
      run={async () => {
        toast((await remove.mutateAsync({ params: { id: String(page.id) } })).message);
      }}
    />
  );
}

function useColumns(remove: (page: PageSummary) => void): readonly Column<PageSummary>[] {
  const mayDelete = useMay('pages.delete');
  return [
    {
      name: 'title',
      label: 'Página',
      sort: 'title',
      bare: true,
      cell: ({ id, title, slug }) => (
        <Two
          first={<RowLink to={adminPaths.page(id)}>{title}</RowLink>}
          second={commonPaths.page(slug)}
        />
      ),
    },
    {
      name: 'status',
      label: 'Situação',
      cell: ({ status }) => (
        <Chip tone={status === 'active' ? 'good' : 'plain'}>
          {status === 'active' ? 'No ar' : 'Fora do ar'}
        </Chip>
      ),
    },
    {
      name: 'by',
      label: 'Última alteração',
      cell: ({ edited_by, updated_at }) => (
        <Two first={formatDateTime(updated_at)} second={edited_by?.name} />
      ),
    },
    {
      name: 'acts',
      label: 'Ações',
      align: 'right',
      bare: true,
      cell: (page) =>
        mayDelete &&
        !fixedPageSlugs.has(page.slug) && (
          <Acts>
            <Act label={`Excluir ${page.title}`} danger onClick={() => remove(page)}>
              Excluir
            </Act>
          </Acts>
        ),
    },
  ];
}
