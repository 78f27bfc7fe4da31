import type { AdminConsultant } from '@lavra/contract/admin/consultants';
import { useChange, useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import kit from '../admin-kit/kit.module.css';
import { useRecordId } from '../admin-kit/record.tsx';
import { ActivationCard } from './activation-card.tsx';
import { ConsultantProducers } from './consultant-producers.tsx';
import { documentText, StatusChip } from './people-columns.tsx';
import { PersonActions } from './person-actions.tsx';
import { IdentityCard } from './person-facts.tsx';

/** One consultant: whether they can log in, and which producers they advise. */
export function ConsultantPage() {
  const consultant = useRead(
    'getAdminConsultant',
    { params: { id: useRecordId() }, query: { with_deleted: true } },
    { staleTime: 0 },
  );
  const { data } = consultant;
  return (
    <Page
      title={data?.name ?? 'Consultor'}
      trail={[{ label: 'Consultores', to: adminPaths.consultants }]}
      lead={
        data === undefined ? undefined : (
          <span className={kit['chips']}>
            <StatusChip person={data} />
            {data.document !== null && <span className="lv-number">{documentText(data)}</span>}
          </span>
        )
      }
    >
      <QueryView query={consultant}>
        {(found) => (
          <>
            <Actions consultant={found} />
            <Activation consultant={found} />
            <ConsultantProducers key={found.version} consultant={found} />
            <IdentityCard person={found} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Actions({ consultant }: { readonly consultant: AdminConsultant }) {
  const [mayEdit, mayDelete] = [useMay('consultants.edit'), useMay('consultants.delete')];
  const save = useChange('updateAdminConsultant');
  const remove = useChange('deleteAdminConsultant');
  const restore = useChange('restoreAdminConsultant');
  const { uuid, version } = consultant;
  return (
    <PersonActions
      person={consultant}
      userType="consultor"
      listTo={adminPaths.consultants}
      {...(mayEdit
        ? {
            editTo: adminPaths.consultantEditor(uuid),
            onStatus: (status) =>
              save.mutateAsync({ params: { id: uuid }, body: { status }, ifMatch: version }),
          }
        : {})}
      {...(mayDelete
        ? {
            onDelete: () => remove.mutateAsync({ params: { id: uuid } }),
            onRestore: () => restore.mutateAsync({ params: { id: uuid } }),
          }
        : {})}
    />
  );
}

function Activation({ consultant }: { readonly consultant: AdminConsultant }) {
  const send = useChange('sendConsultantActivation');
  const { uuid, version } = consultant;
  return (
    <ActivationCard
      person={consultant}
      mayEdit={useMay('consultants.edit')}
      send={() => send.mutateAsync({ params: { id: uuid }, ifMatch: version })}
    />
  );
}
