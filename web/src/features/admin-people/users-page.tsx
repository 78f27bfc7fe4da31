import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminUserSummary } from '@lavra/contract/admin/users';
import { adminRoleLabels, adminRoles, userTypeLabels, userTypes } from '@lavra/domain/account/user-type';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { UsersIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list-page.tsx';
import { given, readChoice, useListState } from '../admin-kit/list-state.ts';
import kit from '../admin-kit/kit.module.css';
import { NewButton } from './new-button.tsx';
import { createdColumn, documentText, nameColumn, phoneColumn, statusColumn } from './people-columns.tsx';
import { newestFirst, peopleFilterNames, PeopleFilters, peopleWanted } from './people-filters.tsx';

type Row = AdminUserSummary & { readonly document: string | null };

const columns: readonly Column<Row>[] = [
  nameColumn('/usuarios'),
  { name: 'kind', label: 'Perfil', sort: 'user_type', cell: ({ user_type_label, admin_role_label }) => <span className={kit['stack']}>{user_type_label}{admin_role_label !== null && <small>{admin_role_label}</small>}</span> },
  { name: 'document', label: 'CPF/CNPJ', cell: (user) => <span className="lv-number">{documentText(user)}</span> }, phoneColumn,
  { name: 'verified', label: 'E-mail', cell: ({ email_verified }) => (email_verified ? 'Confirmado' : 'Não confirmado') }, statusColumn, createdColumn,
];

/** Every account, of every profile. */
export function UsersPage() {
  const state = useListState(['name', 'email', 'status', 'created_at', 'user_type'] as const, newestFirst);
  const { search, filter } = state;
  const wanted = { ...peopleWanted(search), ...given({ user_type: readChoice(search['perfil'], userTypes), admin_role: readChoice(search['papel'], adminRoles) }) };
  const users = useRead('listAdminUsers', { query: { ...state.query, ...wanted } }, { keepPrevious: true, staleTime: 0 });
  return (
    <ListPage
      title="Usuários" words={['usuário', 'usuários']} placeholder="Nome, e-mail, CPF/CNPJ ou telefone" state={state} query={users}
      columns={columns.map((column) => ({ ...column, cell: (row: AdminUserSummary) => column.cell({ ...row, document: row.document_number }) }))} keyOf={({ id }) => id} placeOf={({ uuid }) => `/usuarios/${uuid}`}
      isFiltered={Object.keys(wanted).length > 0} filterNames={[...peopleFilterNames, 'perfil', 'papel']} empty={<State icon={UsersIcon} title="Nenhum usuário ainda" />}
      actions={<><Button variant="default" renderRoot={(props) => <Link to="/usuarios/papeis" {...props} />}>Papéis</Button><NewButton to="/usuarios/novo" label="Novo usuário" permission="users.create" /></>}
      filters={
        <PeopleFilters state={state}>
          <SelectField label="Perfil" placeholder="Todos" value={wanted.user_type ?? ''} options={userTypes.map((type) => [type, userTypeLabels[type]])} onChange={(perfil) => filter({ perfil: perfil || undefined, papel: undefined })} />
          {wanted.user_type === 'admin' && <SelectField label="Papel" placeholder="Todos" value={wanted.admin_role ?? ''} options={adminRoles.map((role) => [role, adminRoleLabels[role]])} onChange={(papel) => filter({ papel: papel || undefined })} />}
        </PeopleFilters>
      }
    />
  );
}
