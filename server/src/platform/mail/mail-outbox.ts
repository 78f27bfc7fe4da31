import type { Sealer } from '../auth/sealer.ts';
import type { UnitOfWork } from '../db/command.ts';
import type { Db } from '../db/database.ts';
import { col, orNull, params, statement } from '../db/statement.ts';
import { isMailTemplate, type MailTemplate, type Reader } from '../texts/mail-texts.ts';

export interface NewMail {
  readonly userId: number | null;
  readonly to: string;
  readonly template: MailTemplate;
  readonly data: Reader;
  /** The link's token: stored encrypted, so that a copy of the database opens no account. */
  readonly secret?: string;
  /**
   * Sent to this address even where it is not the account's: one to be confirmed, or one that was
   * given up.
   */
  readonly fixed?: true;
}

/**
 * A mail that is queued or was sent; `secret` is absent where the mail has none or this
 * installation cannot decrypt it.
 */
export interface StoredMail extends NewMail {
  readonly id: number;
  readonly createdAt: string;
  readonly state: string;
  readonly failure: string | null;
}

export interface MailOutbox {
  /** Queues the mail in the transaction of the change it reports; it is sent after the commit. */
  readonly queueMail: (uow: UnitOfWork, mail: NewMail) => Promise<void>;
  /** Queues hundreds of mails in one statement. */
  readonly queueMails: (uow: UnitOfWork, mails: readonly NewMail[]) => Promise<void>;
  findMail(db: Db, id: number): Promise<StoredMail | undefined>;
  /** Returns the newest first. */
  listMails(db: Db, limit: number): Promise<StoredMail[]>;
}

const USE = 'mail';

/** Creates the queue of outgoing mail in the database. */
export function createMailOutbox(sealer: Sealer): MailOutbox {
  const secretOf = (sealed: Buffer | null): { secret?: string } => {
    if (sealed === null) return {};
    try {
      return { secret: sealer.open(sealed, USE) };
    } catch {
      return {}; // encrypted under a key this installation no longer has
    }
  };
  const present = ({
    sealed,
    user_id: userId,
    to_address: to,
    created_at: createdAt,
    template,
    ...row
  }: MailRow): StoredMail[] =>
    isMailTemplate(template)
      ? [{ ...row, userId, to, template, createdAt, ...secretOf(sealed) }]
      : [];
  const queueMails: MailOutbox['queueMails'] = async (uow, mails) => {
    if (mails.length === 0) return;
    const rows = mails.map(({ userId, to, template, data, secret, fixed = false }) => ({
      user_id: userId,
      to_address: to,
      template,
      data: JSON.stringify(data),
      sealed: secret === undefined ? null : sealer.seal(secret, USE),
      created_at: uow.now,
      fixed_address: fixed,
    }));
    for (const { id } of await uow.db.q.insertInto('mails').values(rows).returning('id').execute())
      uow.event({ type: 'mail.queued', data: { mail_id: id } });
  };
  return {
    queueMails,
    queueMail: (uow, mail) => queueMails(uow, [mail]),
    findMail: async (db, id) => (await db.rows(mailById, { id })).flatMap(present)[0],
    listMails: async (db, limit) => (await db.rows(newestMails, { limit })).flatMap(present),
  };
}

const columns = {
  id: col.int,
  user_id: orNull(col.int),
  to_address: col.text,
  template: col.text,
  data: col.json<Reader>(),
  sealed: orNull(col.bytea),
  created_at: col.timestamp,
  state: col.text,
  failure: orNull(col.text),
};
const mailSql = `
  SELECT m.id, m.user_id, m.to_address, m.template, m.data, m.sealed, m.created_at, m.state,
    m.failure
  FROM mails m`;

const mailById = statement({
  name: 'mail-by-id',
  params: params<{ id: number }>(),
  columns,
  text: `${mailSql} WHERE m.id = :id`,
});
const newestMails = statement({
  name: 'mails-newest',
  params: params<{ limit: number }>(),
  columns,
  text: `${mailSql} ORDER BY m.id DESC LIMIT :limit`,
});

type MailRow = NonNullable<(typeof mailById)['gives']>;
