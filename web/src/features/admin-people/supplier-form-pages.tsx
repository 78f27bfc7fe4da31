import type { AdminSupplier } from '@lavra/contract/admin/suppliers';
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
  readSupplier,
  writeAddresses,
  writeDocument,
  writeIdentity,
  writePasswordOrInvitation,
  writeTrade,
  type PersonValues,
} from './person-values.ts';
import { isChanged, useSaved } from './record-edit.tsx';

const write = (values: PersonValues) => ({
  ...writeIdentity(values),
  ...writeDocument(values),
  ...writeAddresses(values),
  ...writeTrade(values),
});

/** Creates a supplier and the account to log in with. */
export function SupplierCreatePage() {
  const create = useChange('createAdminSupplier');
  const saved = useSaved();
  const key = useOperationKey();
  return (
    <Page title="Novo fornecedor" trail={[{ label: 'Fornecedores', to: adminPaths.suppliers }]}>
      <Notice title="Cria também o usuário do fornecedor.">
        <p>
          Ele recebe por e-mail um convite com um link para escolher a senha, que vale por 7 dias, e
          entra no Portal do Fornecedor.
        </p>
      </Notice>
      <PersonForm
        initial={emptyPerson('fornecedor')}
        draftKey="novo-fornecedor"
        action="Criar fornecedor"
        cancelTo={adminPaths.suppliers}
        isNew
        invited={['fornecedor']}
        withRecord
        send={async (values) => {
          const { uuid, name, email, activation } = await create.mutateAsync({
            body: { ...write(values), ...writePasswordOrInvitation(values) },
            idempotencyKey: key,
          });
          await saved(
            adminPaths.supplier(uuid),
            activation === 'sent' ? `Convite enviado para ${email}.` : `${name} foi criado.`,
          );
        }}
      />
    </Page>
  );
}

/** Edits a supplier's record. */
export function SupplierEditPage() {
  const supplier = useRead('getAdminSupplier', { params: { id: useRecordId() } }, { staleTime: 0 });
  const { data } = supplier;
  return (
    <Page
      title={data === undefined ? 'Editar fornecedor' : `Editar ${data.name}`}
      trail={[
        { label: 'Fornecedores', to: adminPaths.suppliers },
        ...(data === undefined ? [] : [{ label: data.name, to: adminPaths.supplier(data.uuid) }]),
      ]}
    >
      <QueryView query={supplier}>{(found) => <Edit key={found.id} supplier={found} />}</QueryView>
    </Page>
  );
}

function Edit({ supplier }: { readonly supplier: AdminSupplier }) {
  const save = useChange('updateAdminSupplier');
  const saved = useSaved();
  const initial = readSupplier(supplier);
  const path = adminPaths.supplier(supplier.uuid);
  return (
    <PersonForm
      initial={initial}
      draftKey={`fornecedor-${supplier.id}`}
      action="Salvar alterações"
      cancelTo={path}
      withRecord
      send={async (values) => {
        const body = changedOf(write(values), write(initial));
        if (isChanged(body))
          await save.mutateAsync({
            params: { id: supplier.uuid },
            body,
            ifMatch: supplier.version,
          });
        await saved(path, 'Alterações salvas.');
      }}
    />
  );
}
