import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Log } from '@lavra/contract/admin/logs';
import { RowsCard, type ListPage } from '../../lists/list-card.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { ClockIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { actorOf, changesOf, fieldLabel, titleOf } from './log-texts.ts';
import styles from './kit.module.css';

/** Lists the changes of a record, newest first, each with its fields. */
export const LogList = ({
  query,
  onPage,
}: {
  readonly query: UseQueryResult<ListPage<Log>>;
  readonly onPage: (page: number) => void;
}) => (
  <RowsCard
    query={query}
    lines={6}
    onPage={onPage}
    none={() => (
      <State icon={ClockIcon} title="Nenhuma alteração registrada">
        O que for mudado aqui aparece nesta lista, com quem mudou e quando.
      </State>
    )}
  >
    {(logs) => (
      <ul className={styles['logs']}>
        {logs.map((log) => (
          <li key={log.id}>
            <LogEntry log={log} />
          </li>
        ))}
      </ul>
    )}
  </RowsCard>
);

function LogEntry({ log }: { readonly log: Log }) {
  const maySeeAudit = useMay('logs.view');
  const changes = changesOf(log);
  return (
    <>
      <p className={styles['logHead']}>
        <strong>{titleOf(log)}</strong>
        <span className={styles['quiet']}>
          {formatDateTime(log.created_at)} · {actorOf(log)}
        </span>
        {maySeeAudit && <Link to={adminPaths.log(log.id)}>Registro {log.id}</Link>}
      </p>
      {changes.length > 0 && (
        <details>
          <summary>
            {countOf(changes.length, ['campo', 'campos'])}
            <span className="lv-hidden"> do registro {log.id}</span>
          </summary>
          <Diff log={log} />
        </details>
      )}
    </>
  );
}

/** Shows the fields of one change, before and after. */
export function Diff({ log }: { readonly log: Log }) {
  const changes = changesOf(log);
  if (changes.length === 0) return <p className={styles['quiet']}>Esta ação não mudou campos.</p>;
  return (
    <div
      className={styles['diffBox']}
      role="region"
      aria-label={`Campos do registro ${log.id}`}
      tabIndex={0}
    >
      <table className={styles['diff']}>
        <caption className="lv-hidden">Campos mudados, antes e depois</caption>
        <thead>
          <tr>
            <th scope="col">Campo</th>
            <th scope="col">Antes</th>
            <th scope="col">Depois</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{fieldLabel(name)}</th>
              <td>{before === '–' ? before : <del>{before}</del>}</td>
              <td>{after === '–' ? after : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
