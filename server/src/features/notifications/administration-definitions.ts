import { adminsWith, type NotificationDefinitions } from './audience-sql.ts';

/** The notification definitions of events that only administrators follow. */
export const administrationDefinitions: NotificationDefinitions<
  'user.registered' | 'import.finished' | 'job.failed'
> = {
  'user.registered': {
    when: 'a producer or supplier registers, or a supplier does and waits for an approval',
    facts: { user_id: 'u.id', user_type: 'u.user_type', needs_approval: "u.status = 'inativo'" },
    from: 'users u JOIN event ON event.user_id = u.id',
    audiences: { admin: adminsWith('users.view') },
  },
  'import.finished': {
    when: 'an import was processed, or failed',
    facts: {
      import_id: 'im.id',
      import_type: 'im.type',
      import_state: 'im.state',
      created: 'im.created',
      skipped: 'im.skipped',
      invalid: 'im.invalid',
    },
    from: 'imports im JOIN event ON event.import_id = im.id',
    audiences: { admin: adminsWith('imports.view') },
  },
  'job.failed': {
    when: 'a job is given up after its last try',
    facts: { job_id: 'j.id', job_name: 'j.name', attempts: 'j.attempts' },
    from: 'failed_jobs j JOIN event ON event.job_id = j.id',
    audiences: { admin: adminsWith('logs.view') },
  },
};
