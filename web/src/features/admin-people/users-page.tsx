import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminUserSummary } from '@lavra/contract/admin/users';
import {
  adminRoleLabels,
  adminRoles,
  userTypeLabels,
  userTypes,
} from '@lavra/domain/account/user-type';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { choice } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import kit from '../admin-kit/kit.module.css';
import { NewButton } from './new-button.tsx';
import {
  createdColumn,
  documentText,
  nameColumn,
  phoneColumn,
  statusColumn,
} from './people-columns.tsx';
import { newestFirst, personFilters, personSorts } from './people-filters.ts';

type Row = AdminUserSummary & { readonly document: string | null };

const columns: readonly Column<Row>[] = [
  nameColumn(adminPaths.user),
  {
    name: 'kind',
    label: 'Perfil',
    sort: 'user_type',
    cell: ({ user_type_label, admin_role_label }) => (
      <span className={kit['stack']}>
        {user_type_label}
        {admin_role_label !== null && <small>{admin_role_label}</small>}
      </span>
    ),
  },
  {
    name: 'document',
    label: 'CPF/CNPJ',
    cell: (user) => <span className="lv-number">{documentText(user)}</span>,
  },
  phoneColumn,
  {
    name: 'verified',
    label: 'E-mail',
    cell: ({ email_verified }) => (email_verified ? 'Confirmado' : 'Não confirmado'),
  },
  statusColumn,
  createdColumn,
];

const filters = {
  user_type: choice(
    'perfil',
    'Perfil',
    userTypes.map((type) => [type, userTypeLabels[type]] as const),
  ),
  admin_role: choice(
    'papel',
    'Papel',
    adminRoles.map((role) => [role, adminRoleLabels[role]] as const),
    { needs: { word: 'perfil', is: 'admin' } },
  ),
  ...personFilters,
} as const;

/** Lists all accounts, of every profile. */
export function UsersPage() {
  const list = useList({ sorts: [...personSorts, 'user_type'], first: newestFirst, filters });
  const users = useRead(
    'listAdminUsers',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <ListPage
      title="Usuários"
      words={['usuário', 'usuários']}
      search={{ placeholder: 'Nome, e-mail, CPF/CNPJ ou telefone' }}
      list={list}
      query={users}
      columns={columns.map((column) => ({
        ...column,
        cell: (row: AdminUserSummary) => column.cell({ ...row, document: row.document_number }),
      }))}
      keyOf={({ id }) => id}
      empty={<State icon={UsersIcon} title="Nenhum usuário ainda" />}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => <Link to={adminPaths.roles} {...props} />}
          >
            Papéis
          </Button>
          <NewButton to={adminPaths.newUser} label="Novo usuário" permission="users.create" />
        </>
      }
    />
  );
}
