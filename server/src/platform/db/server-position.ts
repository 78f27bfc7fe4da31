import { col, orNull, params, statement, type RowOf } from './statement.ts';

const columns = {
  is_standby: col.boolean,
  /** Bytes of the log: what was flushed (a commit that was answered is), or replayed. */
  position: orNull(col.float),
  /** Cluster, database and timeline: two servers that agree in it have one history. */
  history: col.text,
};
export type ServerPosition = RowOf<typeof columns>;

/**
 * How far a server is. A primary that answers commits before they are flushed tells where it
 * writes. A standby knows its timeline from its last restart point, so after a change of primary it
 * disagrees until the next one, and what it replayed of a history that nobody continued counts for
 * nothing.
 */
export const serverPosition = statement({
  name: 'server-position',
  params: params<object>(),
  columns,
  text: `
    SELECT r.is_standby,
      pg_wal_lsn_diff(CASE
        WHEN r.is_standby THEN pg_last_wal_replay_lsn()
        WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()
        ELSE pg_current_wal_flush_lsn()
      END, '0/0')::float8 AS position,
      concat_ws('/', (SELECT s.system_identifier FROM pg_control_system() s),
        (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()),
        CASE
          WHEN r.is_standby THEN (SELECT c.min_recovery_end_timeline FROM pg_control_recovery() c)
          ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
        END) AS history
    FROM (SELECT pg_is_in_recovery() AS is_standby) r`,
});
