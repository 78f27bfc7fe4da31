import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminUser } from '@lavra/contract/admin/users';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay, useSession } from '../../runtime/context.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import kit from '../admin-kit/kit.module.css';
import { LogList } from '../admin-kit/log-list.tsx';
import { Tabs, useRecordId, useTab } from '../admin-kit/record.tsx';
import { StatusChip } from './people-columns.tsx';
import { PersonActions } from './person-actions.tsx';
import { AddressesCard, IdentityCard } from './person-facts.tsx';

const tabs = [
  { name: 'dados', label: 'Dados' },
  { name: 'registro', label: 'Registro' },
] as const;

/**
 * Returns true for master administrators, who alone manage administrators. Where the session does
 * not contain the role, decides by a permission that only masters have.
 */
export function useIsMaster(): boolean {
  const role = useSession()?.user.admin_role;
  const mayChangeSettings = useMay('settings.edit');
  return role === undefined ? mayChangeSettings : role === 'master';
}

/** One account, of any profile. */
export function UserPage() {
  const user = useRead(
    'getAdminUser',
    { params: { id: useRecordId() }, query: { with_deleted: true } },
    { staleTime: 0 },
  );
  const { data } = user;
  const tab = useTab(tabs);
  return (
    <Page
      title={data?.name ?? 'Usuário'}
      trail={[{ label: 'Usuários', to: adminPaths.users }]}
      lead={data === undefined ? undefined : <Lead user={data} />}
    >
      <QueryView query={user}>
        {(found) => (
          <>
            <Actions user={found} />
            <Tabs tabs={tabs} at={tab} label="Partes do usuário" />
            {tab === 'dados' && (
              <>
                <IdentityCard person={{ ...found, document: found.document_number }} />
                {found.addresses.length > 0 && <AddressesCard addresses={found.addresses} />}
              </>
            )}
            {tab === 'registro' && <Logs id={found.uuid} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

const Lead = ({ user }: { readonly user: AdminUser }) => (
  <span className={kit['chips']}>
    <StatusChip person={user} />
    {user.user_type_label}
    {user.admin_role_label === null ? '' : `, ${user.admin_role_label.toLowerCase()}`}
  </span>
);

/** Returns what the caller may do with an account: their own stays as it is, but for its data. */
function useRights({ id, user_type }: AdminUser) {
  const [mayEdit, mayDelete, isMaster, me] = [
    useMay('users.edit'),
    useMay('users.delete'),
    useIsMaster(),
    useSession()?.user.id,
  ];
  const isOpen = user_type !== 'admin' || isMaster;
  const isMe = id === me;
  return {
    needsMaster: mayEdit && !isOpen,
    mayEdit: mayEdit && isOpen,
    maySetStatus: mayEdit && isOpen && !isMe,
    mayDelete: mayDelete && isOpen && !isMe,
  };
}

function Actions({ user }: { readonly user: AdminUser }) {
  const { needsMaster, mayEdit, maySetStatus, mayDelete } = useRights(user);
  const setStatus = useChange('setAdminUserStatus');
  const remove = useChange('deleteAdminUser');
  const restore = useChange('restoreAdminUser');
  const { uuid, version, user_type } = user;
  const input = { params: { id: uuid } };
  return (
    <>
      {needsMaster && <Notice title="Só um administrador master altera administradores." />}
      <PersonActions
        person={user}
        userType={user_type}
        listTo={adminPaths.users}
        {...(mayEdit ? { editTo: adminPaths.userEditor(uuid) } : {})}
        {...(maySetStatus
          ? {
              onStatus: (status) =>
                setStatus.mutateAsync({ ...input, body: { status }, ifMatch: version }),
            }
          : {})}
        {...(mayDelete
          ? {
              onDelete: () => remove.mutateAsync(input),
              onRestore: () => restore.mutateAsync(input),
            }
          : {})}
      >
        <RecordLink user={user} />
      </PersonActions>
    </>
  );
}

/** A link to the account's producer, supplier or consultant record. */
function RecordLink({ user: { producer, supplier, consultant } }: { readonly user: AdminUser }) {
  const [mayProducers, maySuppliers, mayConsultants] = [
    useMay('producers.view'),
    useMay('suppliers.view'),
    useMay('consultants.view'),
  ];
  const record =
    producer !== undefined && mayProducers
      ? ([adminPaths.producer(producer.uuid), 'produtor'] as const)
      : supplier !== undefined && maySuppliers
        ? ([adminPaths.supplier(supplier.uuid), 'fornecedor'] as const)
        : consultant !== undefined && mayConsultants
          ? ([adminPaths.consultant(consultant.uuid), 'consultor'] as const)
          : undefined;
  return (
    record !== undefined && (
      <Button variant="default" renderRoot={(props) => <Link to={record[0]} {...props} />}>
        Ver o cadastro de {record[1]}
      </Button>
    )
  );
}

function Logs({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1);
  return (
    <LogList
      query={useRead(
        'listAdminUserLogs',
        { params: { id }, query: { page, per_page: 25, with_deleted: true } },
        { keepPrevious: true, staleTime: 0 },
      )}
      onPage={setPage}
    />
  );
}
