import { Button } from '@mantine/core';
import type { AdminConsultant } from '@lavra/contract/admin/consultants';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import kit from '../admin-kit/kit.module.css';
import { useRecordId } from '../admin-kit/record.tsx';
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
            <span className="lv-number">{documentText(data)}</span>
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

function Activation({
  consultant: {
    uuid,
    name,
    email,
    activation,
    activation_label,
    activation_expires_at,
    deleted_at,
    version,
  },
}: {
  readonly consultant: AdminConsultant;
}) {
  const [asked, setAsked] = useState(false);
  const send = useChange('sendConsultantActivation');
  const may = useMay('consultants.edit') && activation !== 'active' && deleted_at === null;
  const label = activation === 'sent' ? 'Reenviar o link' : 'Enviar o link de ativação';
  return (
    <Card
      title={`Ativação: ${activation_label.toLowerCase()}`}
      lead={
        activation === 'active'
          ? 'Já escolheu a senha e entra no portal.'
          : activation_expires_at === null
            ? 'Ainda não recebeu um link para escolher a senha.'
            : `O link enviado vale até ${formatDateTime(activation_expires_at)}.`
      }
    >
      {may && (
        <div className={kit['actions']}>
          <Button variant="default" onClick={() => setAsked(true)}>
            {label}
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title="Enviar o link de ativação?"
          action={label}
          onClose={() => setAsked(false)}
          run={async () => {
            await send.mutateAsync({ params: { id: uuid }, ifMatch: version });
            toast(`Link enviado para ${email}.`);
          }}
          body={
            <p>
              <strong>{name}</strong> recebe em {email} um link para escolher a senha. Vale por 7
              dias, uma vez{activation === 'sent' ? '; o link anterior deixa de valer' : ''}.
            </p>
          }
        />
      )}
    </Card>
  );
}
