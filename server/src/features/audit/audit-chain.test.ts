import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { sql } from 'kysely';
import { systemActor } from '../../platform/db/command.ts';
import { digestOf } from '../../platform/db/records.ts';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { eraseAccount } from '../erasure/erase-account.fixture.ts';
import { formatHead, genesis, parseHead, type AuditHead } from './audit-chain.ts';
import { auditHead, sealAudit, sealPart } from './audit-sealer.ts';
import { createSealing } from './audit-sealing.ts';
import { verifyAudit, type AuditProblem } from './audit-verifier.ts';

const service = await startService();
const { platform } = service.app;
const { db } = platform;

/** Runs `work` on its own connection, outside the service. */
async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Values = Readonly<Record<string, unknown>>;
const change = (resourceId: number, newValues: Values = { name: `Produto ${resourceId}` }) =>
  platform.command(systemActor, async (uow) => {
    uow.audit({
      action: 'updated',
      resourceType: 'product',
      resourceId,
      oldValues: { name: 'Antes' },
      newValues,
    });
  });

/** Adds `count` rows, one transaction each, and seals them; returns their ids by sequence. */
async function sealedRows(count: number): Promise<{ sequence: number; audit_id: number }[]> {
  const before = await auditHead(db);
  for (let n = 1; n <= count; n += 1) await change(n);
  await sealAudit(platform);
  return db.q
    .selectFrom('audit_seals')
    .select(['sequence', 'audit_id'])
    .where('sequence', '>', before.sequence)
    .orderBy('sequence')
    .execute();
}

const tables = ['audit_log', 'audit_values', 'audit_seals'];

/**
 * Runs statements as a superuser can, with triggers and keys switched off; restores everything
 * after `look`.
 */
const tampering = <T>(statements: readonly string[], look: () => Promise<T>): Promise<T> =>
  connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    for (const table of tables)
      await client.query(`CREATE TEMP TABLE kept_${table} AS TABLE ${table}`);
    try {
      for (const statement of statements) await client.query(statement);
      return await look();
    } finally {
      await client.query(`TRUNCATE ${tables.join()}`);
      for (const table of tables)
        await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE kept_${table}`);
    }
  });
const problemAfter = async (...statements: string[]): Promise<AuditProblem | undefined> =>
  tampering(statements, async () => (await verifyAudit(db)).problem);

/** Begins a transaction that writes a row; returns the row's id. */
async function insertUncommitted(client: pg.Client): Promise<number> {
  await client.query('BEGIN');
  const salt = Buffer.alloc(16, 7);
  const digest = digestOf(salt, {
    oldValues: undefined,
    newValues: undefined,
    ipAddress: null,
    userAgent: null,
  });
  const {
    rows: [row],
  } = await client.query<{ id: string }>(
    `
    INSERT INTO audit_log (at, actor_type, action, resource_type, resource_id, values_digest)
    VALUES ('2026-11-20T12:00:00Z', 'system', 'created', 'product', 1, $1) RETURNING id`,
    [digest],
  );
  await client.query('INSERT INTO audit_values (audit_id, salt) VALUES ($1, $2)', [row?.id, salt]);
  return Number(row?.id);
}

async function lastSealedId(): Promise<number> {
  const seal = await db.q
    .selectFrom('audit_seals')
    .select('audit_id')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return seal.audit_id;
}

const tamperForGood = (statement: string) =>
  connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(statement);
  });

describe('the audit chain', () => {
  it('is empty at first, which is valid', async () => {
    assert.deepEqual(await auditHead(db), genesis);
    assert.deepEqual(await verifyAudit(db), {
      verified: 0,
      erased: 0,
      unsealed: { count: 0, oldest: null },
      head: genesis,
      problem: undefined,
    });
  });

  it('reports unsealed rows, and seals them in order', async () => {
    await change(1);
    await change(2, {
      at: platform.clock.now(),
      price: 0.1 + 0.2,
      none: undefined,
      list: [undefined, Number.NaN, 'é'],
      nested: { b: 1, a: [] },
    });
    const before = await verifyAudit(db);
    assert.equal(before.unsealed.count, 2);
    assert.match(before.unsealed.oldest ?? '', /^\d{4}-\d\d-\d\d /);
    assert.equal((await sealAudit(platform)).count, 2);
    const report = await verifyAudit(db);
    assert.deepEqual([report.verified, report.unsealed.count, report.problem], [2, 0, undefined]);
    assert.deepEqual(report.head, await auditHead(db));
    assert.equal((await sealAudit(platform)).count, 0);
  });

  it('is valid with sixteen writers and two sealers at once', async () => {
    const written = new AbortController();
    const sealing = async (): Promise<number> => {
      let count = 0;
      while (!written.signal.aborted) count += (await sealAudit(platform)).count;
      return count;
    };
    const sealers = [sealing(), sealing()];
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let n = 0; n < 25; n += 1) await change(1_000 * writer + n + 1);
      }),
    );
    written.abort();
    await Promise.all(sealers);
    await sealAudit(platform);
    const report = await verifyAudit(db);
    assert.deepEqual([report.verified, report.unsealed.count, report.problem], [402, 0, undefined]);
  });

  it('seals a row that commits after later rows are sealed', async () => {
    const late = await connected(async (client) => {
      const id = await insertUncommitted(client);
      const [passed] = await sealedRows(1);
      assert.ok(id < (passed?.audit_id ?? 0));
      await client.query('COMMIT');
      return id;
    });
    assert.equal((await sealAudit(platform)).count, 1);
    assert.equal(await lastSealedId(), late);
    assert.equal((await verifyAudit(db)).problem, undefined);
  });

  it('seals a row that commits hours late when its part of the log is searched', async () => {
    const late = await connected(async (client) => {
      const id = await insertUncommitted(client);
      await sealedRows(1);
      await tamperForGood(`UPDATE audit_seals SET sealed_at = sealed_at - interval '3 hours'`);
      await client.query('COMMIT');
      return id;
    });
    assert.equal((await sealAudit(platform)).count, 0);
    assert.equal((await verifyAudit(db)).unsealed.count, 1, 'it is reported all the same');
    assert.equal((await sealPart(platform, 0)).count, 1);
    assert.equal(await lastSealedId(), late);
    assert.deepEqual(
      [(await verifyAudit(db)).unsealed.count, (await verifyAudit(db)).problem],
      [0, undefined],
    );
  });

  it('seals recent rows in each turn while a long log is searched part by part', async () => {
    const skipTo = (id: number) => sql`SELECT setval('audit_log_id_seq', ${id})`.execute(db.q);
    await connected(async (client) => {
      await skipTo(250_000);
      await insertUncommitted(client);
      await skipTo(450_000);
      await sealedRows(1);
      await tamperForGood(`UPDATE audit_seals SET sealed_at = sealed_at - interval '3 hours'`);
      await client.query('COMMIT');
    });
    const sealing = createSealing();
    const unsealedAfterTurn = async (): Promise<number> => {
      await change(1);
      await sealing.run(platform, new AbortController().signal);
      return (await verifyAudit(db)).unsealed.count;
    };
    assert.equal(await unsealedAfterTurn(), 1, 'the row that came late is in the second part');
    assert.equal(await unsealedAfterTurn(), 0);
    await tamperForGood(`UPDATE audit_seals SET sealed_at = sealed_at - interval '3 hours'`);
    const { next = 0 } = await sealPart(platform, 300_000);
    assert.ok(next > 450_000, 'the seal of a late row, the last in the chain, ends no search');
    assert.equal((await verifyAudit(db)).problem, undefined);
  });

  it('searches a part again that another process kept from being searched', async () => {
    await sealedRows(1);
    await tamperForGood(`UPDATE audit_seals SET sealed_at = sealed_at - interval '3 hours'`);
    const whileAnotherSeals = await connected(async (client) => {
      await client.query(`SELECT pg_advisory_lock(hashtextextended('lavra audit seals', 0))`);
      return sealPart(platform, 0);
    });
    assert.deepEqual(whileAnotherSeals, { count: 0, next: 0 });
    assert.notEqual((await sealPart(platform, 0)).next, 0);
  });

  it('stays valid after the erasure of a person with their acts and what was done to them', async () => {
    const [leaving, admin] = [await buildProducer(service), await buildAdmin(service)];
    for (const body of [{ name: 'Sítio da Paz' }, { name: 'Sítio do Sossego' }]) {
      assert.equal(
        (await service.call('PUT', '/api/v1/user/profile', { token: leaving.token, body })).status,
        200,
      );
    }
    assert.equal(
      (
        await service.call('PUT', `/api/v1/admin/producers/${leaving.producerId}`, {
          token: admin.token,
          body: { phone: '66933334444' },
        })
      ).status,
      200,
    );
    await sealAudit(platform);
    const { erased } = await verifyAudit(db);
    await eraseAccount(service, leaving);
    await sealAudit(platform);
    const report = await verifyAudit(db);
    assert.deepEqual([report.problem, report.erased - erased], [undefined, 3]);
  });

  it('has a head that is written and read back as sequence and hash', async () => {
    const head = await auditHead(db);
    assert.deepEqual(parseHead(formatHead(head)), head);
    for (const text of ['', '1', '1:ab', `x:${'a'.repeat(64)}`, `1:${'a'.repeat(65)}`])
      assert.equal(parseHead(text), undefined);
  });
});

describe('the audit log and its seals', () => {
  for (const table of ['audit_log', 'audit_seals'] as const) {
    it(`refuse updates, deletes and truncation: ${table}`, async () => {
      const column = table === 'audit_log' ? 'action' : 'hash';
      for (const statement of [
        `UPDATE ${table} SET ${column} = ${column}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
      ]) {
        await assert.rejects(sql.raw(statement).execute(db.q), /is append-only/);
      }
    });
  }
});

describe('verification detects', () => {
  const columns: Readonly<Record<string, string>> = {
    at: `at + interval '1 microsecond'`,
    actor_type: `'admin'`,
    actor_id: '1',
    action: `'deleted'`,
    resource_type: `'order'`,
    resource_id: 'resource_id + 1',
    request_id: `'x'`,
    values_digest: `'\\x00'`,
  };
  for (const [column, value] of Object.entries(columns)) {
    it(`an edit of ${column}`, async () => {
      const [, row] = await sealedRows(3);
      assert.ok(row);
      assert.deepEqual(
        await problemAfter(`UPDATE audit_log SET ${column} = ${value} WHERE id = ${row.audit_id}`),
        { kind: 'edited', sequence: row.sequence, auditId: row.audit_id },
      );
    });
  }

  it('a seal with another hash', async () => {
    const [, row] = await sealedRows(3);
    assert.ok(row);
    assert.deepEqual(
      await problemAfter(
        `UPDATE audit_seals SET hash = sha256(hash) WHERE sequence = ${row.sequence}`,
      ),
      { kind: 'edited', sequence: row.sequence, auditId: row.audit_id },
    );
  });

  it('a missing row, with or without its seal', async () => {
    const [, row] = await sealedRows(3);
    assert.ok(row);
    const gone = `DELETE FROM audit_log WHERE id = ${row.audit_id}`;
    assert.deepEqual(await problemAfter(gone), {
      kind: 'missing',
      sequence: row.sequence,
      auditId: row.audit_id,
    });
    assert.deepEqual(
      await problemAfter(gone, `DELETE FROM audit_seals WHERE sequence = ${row.sequence}`),
      { kind: 'missing', sequence: row.sequence, auditId: null },
    );
    assert.deepEqual(await problemAfter('DELETE FROM audit_seals WHERE sequence = 1'), {
      kind: 'missing',
      sequence: 1,
      auditId: null,
    });
  });

  it('a gap that was closed by renumbering', async () => {
    const [, row] = await sealedRows(3);
    assert.ok(row);
    const found = await problemAfter(
      `DELETE FROM audit_log WHERE id = ${row.audit_id}`,
      `DELETE FROM audit_seals WHERE sequence = ${row.sequence}`,
      `UPDATE audit_seals SET sequence = sequence - 1 WHERE sequence > ${row.sequence}`,
    );
    assert.equal(found?.sequence, row.sequence);
  });

  it('rows, or whole seals, that were swapped', async () => {
    const [, one, two] = await sealedRows(4);
    assert.ok(one && two);
    const swap = (column: string, key: string, [a, b]: [number, number]) => [
      `UPDATE audit_seals SET ${column} = -1 WHERE ${key} = ${a}`,
      `UPDATE audit_seals SET ${column} = ${a} WHERE ${key} = ${b}`,
      `UPDATE audit_seals SET ${column} = ${b} WHERE ${column} = -1`,
    ];
    assert.deepEqual(
      await problemAfter(...swap('sequence', 'sequence', [one.sequence, two.sequence])),
      { kind: 'reordered', sequence: one.sequence, auditId: two.audit_id },
    );
    assert.deepEqual(
      await problemAfter(...swap('audit_id', 'audit_id', [one.audit_id, two.audit_id])),
      { kind: 'reordered', sequence: one.sequence, auditId: two.audit_id },
    );
  });

  it('values that belong to another row', async () => {
    const [, row] = await sealedRows(3);
    assert.ok(row);
    const expected = { kind: 'values_changed', sequence: row.sequence, auditId: row.audit_id };
    for (const change of [
      `new_values = '{"name": "Outro"}'`,
      'old_values = NULL',
      `salt = '\\x00'`,
      `ip_address = '203.0.113.7'`,
      `user_agent = ''`,
    ]) {
      assert.deepEqual(
        await problemAfter(`UPDATE audit_values SET ${change} WHERE audit_id = ${row.audit_id}`),
        expected,
        change,
      );
    }
  });

  it('missing values though no person concerned was erased', async () => {
    const [, row] = await sealedRows(3);
    assert.ok(row);
    assert.deepEqual(
      await problemAfter(`DELETE FROM audit_values WHERE audit_id = ${row.audit_id}`),
      { kind: 'values_missing', sequence: row.sequence, auditId: row.audit_id },
    );
  });

  it('missing values of a person who was only marked as erased', async () => {
    const { token, userId } = await buildProducer(service);
    assert.equal(
      (
        await service.call('PUT', '/api/v1/user/profile', {
          token,
          body: { name: 'Sítio da Boa Vista' },
        })
      ).status,
      200,
    );
    await sealAudit(platform);
    const marked = (at: string) =>
      sql`UPDATE users SET erased_at = ${sql.raw(at)}, deleted_at = ${sql.raw(at)} WHERE id = ${userId}`.execute(
        db.q,
      );
    await marked('now()');
    const found = await problemAfter(
      `DELETE FROM audit_values v USING audit_log a WHERE a.id = v.audit_id AND a.actor_id = ${userId}`,
    );
    await marked('NULL');
    assert.equal(found?.kind, 'values_missing');
  });

  it('a truncated and a rewritten end, by a head saved elsewhere', async () => {
    const [, row] = await sealedRows(3);
    assert.ok(row);
    const head = await auditHead(db);
    const cut = [
      `DELETE FROM audit_log WHERE id IN (SELECT audit_id FROM audit_seals WHERE sequence > ${row.sequence})`,
      `DELETE FROM audit_seals WHERE sequence > ${row.sequence}`,
    ];
    const problemWith = (
      expected: AuditHead,
      statements: string[],
      then = async (): Promise<void> => {},
    ) =>
      tampering(statements, async () => {
        await then();
        return (await verifyAudit(db, { head: expected })).problem;
      });
    assert.equal(await problemAfter(...cut), undefined, 'the chain alone does not show it');
    assert.deepEqual(await problemWith(head, cut), {
      kind: 'truncated',
      sequence: row.sequence + 1,
      auditId: null,
    });
    const rewritten = await problemWith(head, cut, async () => {
      for (let n = 0; n < 5; n += 1) await change(77);
      await sealAudit(platform);
    });
    assert.deepEqual([rewritten?.kind, rewritten?.sequence], ['rewritten', head.sequence]);
    assert.equal((await verifyAudit(db, { head })).problem, undefined, 'all was put back');
  });
});

describe('secret fields', () => {
  it('never enter the log: a field named like a secret fails the command', async () => {
    for (const name of [
      'password',
      'Password_Hash',
      'nova_senha',
      'access_token',
      'clientSecret',
      'api_key',
    ]) {
      await assert.rejects(
        change(1, { name: 'x', nested: [{ [name]: 'abc' }] }),
        /the audit log takes no secret/,
        name,
      );
    }
  });

  it('may be recorded as set or changed', async () => {
    const admin = await buildAdmin(service);
    await change(admin.userId, { password_changed: true, 'mail.password': '••••', token: null });
    await sealAudit(platform);
    assert.equal((await verifyAudit(db)).problem, undefined);
  });
});
