import type { AdminProducer } from '@lavra/contract/admin/producers';
import { useChange, useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { useRecordId } from '../admin-kit/record.tsx';
import { PersonForm } from './person-form.tsx';
import {
  changedOf,
  readProducer,
  writeAddresses,
  writeDocument,
  writeFarm,
  writeIdentity,
  type PersonValues,
} from './person-values.ts';
import { isChanged, useSaved } from './record-edit.tsx';

/** Edits a producer's record. */
export function ProducerEditPage() {
  const producer = useRead('getAdminProducer', { params: { id: useRecordId() } }, { staleTime: 0 });
  const { data } = producer;
  return (
    <Page
      title={data === undefined ? 'Editar produtor' : `Editar ${data.name}`}
      trail={[
        { label: 'Produtores', to: adminPaths.producers },
        ...(data === undefined ? [] : [{ label: data.name, to: adminPaths.producer(data.uuid) }]),
      ]}
    >
      <QueryView query={producer}>{(found) => <Edit key={found.id} producer={found} />}</QueryView>
    </Page>
  );
}

const write = (values: PersonValues) => ({
  ...writeIdentity(values),
  ...writeDocument(values),
  ...writeAddresses(values),
  ...writeFarm(values),
});

function Edit({ producer }: { readonly producer: AdminProducer }) {
  const save = useChange('updateAdminProducer');
  const saved = useSaved();
  const initial = readProducer(producer);
  const path = adminPaths.producer(producer.uuid);
  return (
    <PersonForm
      initial={initial}
      draftKey={`produtor-${producer.id}`}
      action="Salvar alterações"
      cancelTo={path}
      withRecord
      send={async (values) => {
        const body = changedOf(write(values), write(initial));
        if (isChanged(body))
          await save.mutateAsync({
            params: { id: producer.uuid },
            body,
            ifMatch: producer.version,
          });
        await saved(path, 'Alterações salvas.');
      }}
    />
  );
}
