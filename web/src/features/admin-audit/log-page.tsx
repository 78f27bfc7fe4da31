import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Log } from '@lavra/contract/admin/logs';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import { useRead } from '../../data/use-api.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Diff } from '../admin-kit/log-list.tsx';
import { actorOf, recordOf, titleOf } from '../admin-kit/log-texts.ts';
import kit from '../admin-kit/kit.module.css';
import { Facts, useRecordId } from '../admin-kit/record.tsx';

/** One change: its fields before and after, its author and where it came from. */
export function LogPage() {
  const log = useRead('getLog', { params: { id: useRecordId() } });
  const { data } = log;
  return (
    <Page
      title={data === undefined ? 'Registro' : titleOf(data)}
      windowTitle={data === undefined ? 'Registro' : `Registro ${data.id}`}
      trail={[{ label: 'Auditoria', to: adminPaths.logs }]}
      lead={data === undefined ? '' : `Registro ${data.id}, ${formatDateTime(data.created_at)}`}
      actions={data === undefined ? undefined : <CopyButton log={data} />}
    >
      <QueryView query={log}>
        {(found) => (
          <>
            <Card title="O que mudou">
              <Diff log={found} />
              <Raw log={found} />
            </Card>
            <Origin log={found} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** The values as they were recorded, with ids and the service's own words. */
function Raw({ log: { old_values, new_values } }: { readonly log: Log }) {
  if (old_values === null && new_values === null) return null;
  return (
    <details className={kit['raw']}>
      <summary>Ver como JSON</summary>
      <pre tabIndex={0} aria-label="Valores gravados">
        {JSON.stringify({ old_values, new_values }, null, 2)}
      </pre>
    </details>
  );
}

/** Pages of the back office for the records that are identified by id. */
const pathsOf: Readonly<Record<string, (id: number) => string>> = {
  user: adminPaths.user,
  consultant: adminPaths.consultant,
  order: adminPaths.order,
};

function Origin({ log }: { readonly log: Log }) {
  const pathOf = pathsOf[log.resource_type];
  const maySeeUsers = useMay('users.view');
  return (
    <Card title="Quem e de onde">
      <Facts
        facts={[
          {
            label: 'Quem',
            value:
              log.user_id !== null && maySeeUsers ? (
                <Link to={adminPaths.user(log.user_id)}>{actorOf(log)}</Link>
              ) : (
                actorOf(log)
              ),
          },
          {
            label: 'Perfil',
            value: log.actor_type === 'system' ? 'Sistema' : userTypeLabels[log.actor_type],
          },
          {
            label: 'Registro mudado',
            value:
              pathOf === undefined ? (
                recordOf(log)
              ) : (
                <Link to={pathOf(log.resource_id)}>{recordOf(log)}</Link>
              ),
          },
          { label: 'Número do registro', value: log.resource_id },
          {
            label: 'Mais deste registro',
            value: (
              <Link
                to={adminPaths.logs}
                search={{ recurso: log.resource_type, recurso_id: log.resource_id }}
              >
                Ver todas as alterações
              </Link>
            ),
          },
          { label: 'IP', value: log.ip_address },
          { label: 'Requisição', value: log.request_id },
          { label: 'Navegador', value: log.user_agent, wide: true },
          {
            label: 'Corrente de selos',
            value: <SealNote sealed={log.sealed} />,
            wide: true,
          },
        ]}
      />
    </Card>
  );
}

const SealNote = ({ sealed }: { readonly sealed: boolean }) => (
  <>
    {sealed
      ? 'Selada: esta linha já faz parte da corrente que denuncia alterações'
      : 'À espera do próximo selo'}{' '}
    · <Link to={adminPaths.logChain}>conferir a corrente</Link>
  </>
);

function CopyButton({ log }: { readonly log: Log }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(log, null, 2));
      toast('Registro copiado em JSON.');
    } catch {
      toast('O navegador não deixou copiar.', { tone: 'danger' });
    }
  };
  return (
    <Button
      variant="default"
      onClick={() => {
        void copy();
      }}
    >
      Copiar JSON
    </Button>
  );
}
