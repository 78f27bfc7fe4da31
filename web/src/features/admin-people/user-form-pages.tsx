import type { AdminUser } from '@lavra/contract/admin/users';
import { userTypes } from '@lavra/domain/account/user-type';
import { useChange, useRead } from '../../data/use-api.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { adminPaths } from '../../paths/admin.ts';
import { Page } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { useRecordId } from '../admin-kit/record.tsx';
import { PersonForm } from './person-form.tsx';
import {
  changedOf,
  emptyPerson,
  readUser,
  writeAddresses,
  writeDocument,
  writeFarm,
  writeIdentity,
  writePassword,
  writePasswordOrInvitation,
  writeTrade,
  type PersonValues,
} from './person-values.ts';
import { isChanged, useSaved } from './record-edit.tsx';
import { useIsMaster } from './user-page.tsx';

/** Returns an account with the record of its profile, as the service accepts both. */
function writeNew(values: PersonValues) {
  const { user_type, admin_role } = values;
  const head = { user_type, ...writeIdentity(values), ...writeDocument(values) };
  switch (user_type) {
    case 'admin':
      return { ...head, ...writePassword(values), admin_role };
    case 'consultor':
      return head;
    case 'produtor':
      return {
        ...head,
        ...writePassword(values),
        ...writeAddresses(values),
        producer: writeFarm(values),
      };
    case 'fornecedor':
      return {
        ...head,
        ...writePasswordOrInvitation(values),
        ...writeAddresses(values),
        supplier: writeTrade(values),
      };
  }
}

/** An inactive account is invited later, from the supplier's page. */
const isInvited = ({ user_type, password, status }: PersonValues): boolean =>
  user_type === 'fornecedor' && password === '' && status === 'ativo';

/** Creates an account of any profile; only master administrators create administrators. */
export function UserCreatePage() {
  const create = useChange('createAdminUser');
  const saved = useSaved();
  const isMaster = useIsMaster();
  const key = useOperationKey();
  return (
    <Page title="Novo usuário" trail={[{ label: 'Usuários', to: adminPaths.users }]}>
      <PersonForm
        initial={emptyPerson('produtor')}
        draftKey="novo-usuario"
        action="Criar usuário"
        cancelTo={adminPaths.users}
        isNew
        invited={['fornecedor']}
        withRecord
        kinds={userTypes.filter((type) => type !== 'admin' || isMaster)}
        send={async (values) => {
          const { uuid, name } = await create.mutateAsync({
            body: writeNew(values),
            idempotencyKey: key,
          });
          await saved(
            adminPaths.user(uuid),
            isInvited(values)
              ? `Convite enviado para ${values.email.trim()}.`
              : `${name} foi criado.`,
          );
        }}
      />
    </Page>
  );
}

/** Edits an account. */
export function UserEditPage() {
  const user = useRead('getAdminUser', { params: { id: useRecordId() } }, { staleTime: 0 });
  const { data } = user;
  return (
    <Page
      title={data === undefined ? 'Editar usuário' : `Editar ${data.name}`}
      trail={[
        { label: 'Usuários', to: adminPaths.users },
        ...(data === undefined ? [] : [{ label: data.name, to: adminPaths.user(data.uuid) }]),
      ]}
    >
      <QueryView query={user}>{(found) => <Edit key={found.id} user={found} />}</QueryView>
    </Page>
  );
}

function Edit({ user }: { readonly user: AdminUser }) {
  const save = useChange('updateAdminUser');
  const saved = useSaved();
  const initial = readUser(user);
  const path = adminPaths.user(user.uuid);
  const write = (values: PersonValues) => ({
    ...writeIdentity(values),
    ...writeDocument(values),
    ...(user.user_type === 'admin' ? { admin_role: values.admin_role } : {}),
  });
  return (
    <>
      <Notice title="Trocar o e-mail ou o papel, ou tirar a situação “Ativo”, encerra as sessões na hora." />
      <PersonForm
        initial={initial}
        draftKey={`usuario-${user.id}`}
        action="Salvar alterações"
        cancelTo={path}
        withRecord={false}
        send={async (values) => {
          const body = changedOf(write(values), write(initial));
          if (isChanged(body))
            await save.mutateAsync({ params: { id: user.uuid }, body, ifMatch: user.version });
          await saved(path, 'Alterações salvas.');
        }}
      />
    </>
  );
}
