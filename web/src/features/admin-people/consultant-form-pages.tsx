import type { AdminConsultant } from '@lavra/contract/admin/consultants';
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
  readPerson,
  writeDocument,
  writeIdentity,
  type PersonValues,
} from './person-values.ts';
import { isChanged, useSaved } from './record-edit.tsx';

const write = (values: PersonValues) => ({ ...writeIdentity(values), ...writeDocument(values) });

/** Creates a consultant, who chooses a password through a link that is sent later. */
export function ConsultantCreatePage() {
  const create = useChange('createAdminConsultant');
  const saved = useSaved();
  const key = useOperationKey();
  return (
    <Page title="Novo consultor" trail={[{ label: 'Consultores', to: adminPaths.consultants }]}>
      <Notice title="O consultor nasce sem senha.">
        <p>Depois de criar, envie o link de ativação e vincule os produtores que ele atende.</p>
      </Notice>
      <PersonForm
        initial={emptyPerson('consultor')}
        draftKey="novo-consultor"
        action="Criar consultor"
        cancelTo={adminPaths.consultants}
        isNew
        withRecord={false}
        send={async (values) => {
          const { uuid, name } = await create.mutateAsync({
            body: write(values),
            idempotencyKey: key,
          });
          await saved(adminPaths.consultant(uuid), `${name} foi criado.`);
        }}
      />
    </Page>
  );
}

/** Edits a consultant's record. */
export function ConsultantEditPage() {
  const consultant = useRead(
    'getAdminConsultant',
    { params: { id: useRecordId() } },
    { staleTime: 0 },
  );
  const { data } = consultant;
  return (
    <Page
      title={data === undefined ? 'Editar consultor' : `Editar ${data.name}`}
      trail={[
        { label: 'Consultores', to: adminPaths.consultants },
        ...(data === undefined ? [] : [{ label: data.name, to: adminPaths.consultant(data.uuid) }]),
      ]}
    >
      <QueryView query={consultant}>
        {(found) => <Edit key={found.id} consultant={found} />}
      </QueryView>
    </Page>
  );
}

function Edit({ consultant }: { readonly consultant: AdminConsultant }) {
  const save = useChange('updateAdminConsultant');
  const saved = useSaved();
  const initial = readPerson('consultor', consultant);
  const path = adminPaths.consultant(consultant.uuid);
  return (
    <PersonForm
      initial={initial}
      draftKey={`consultor-${consultant.id}`}
      action="Salvar alterações"
      cancelTo={path}
      withRecord={false}
      send={async (values) => {
        const body = changedOf(write(values), write(initial));
        if (isChanged(body))
          await save.mutateAsync({
            params: { id: consultant.uuid },
            body,
            ifMatch: consultant.version,
          });
        await saved(path, 'Alterações salvas.');
      }}
    />
  );
}
