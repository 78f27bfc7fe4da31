import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditChain, AuditVerification } from '@lavra/contract/admin/logs';
import { systemActor } from '../../platform/db/command.ts';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { eraseAccount } from '../erasure/erase-account.fixture.ts';
import { formatHead } from './audit-chain.ts';
import { auditHead, sealAudit } from './audit-sealer.ts';
import { verifyAuditPart } from './audit-verifier.ts';

const service = await startService();
const { platform } = service.app;
const { db } = platform;
const admin = await buildAdmin(service, 'financeiro');
const PATH = '/api/v1/admin/logs/chain';

const change = (resourceId: number) =>
  platform.command(systemActor, async (uow) => {
    uow.audit({
      action: 'updated',
      resourceType: 'product',
      resourceId,
      oldValues: { name: 'Antes' },
      newValues: { name: 'Depois' },
    });
  });
const chain = async (): Promise<AuditChain> =>
  (await service.call<AuditChain>('GET', PATH, { token: admin.token })).body;
async function verify(query: Record<string, string> = {}): Promise<AuditVerification> {
  const { status, body } = await service.call<AuditVerification>(
    'GET',
    `${PATH}/verification?${new URLSearchParams(query).toString()}`,
    { token: admin.token },
  );
  assert.equal(status, 200);
  return body;
}
async function seal(rows: number): Promise<string> {
  for (let n = 1; n <= rows; n += 1) await change(n);
  await sealAudit(platform);
  return formatHead(await auditHead(db));
}
const another = (head: string): string => `${head.split(':')[0] ?? ''}:${'0'.repeat(64)}`;
/** Changes one stored value, bypassing every trigger, runs `look`, and restores the value. */
async function tampered<T>(sequence: number, look: () => Promise<T>): Promise<T> {
  const { audit_id } = await db.q
    .selectFrom('audit_seals')
    .select('audit_id')
    .where('sequence', '=', sequence)
    .executeTakeFirstOrThrow();
  const write = (name: string) =>
    db.q
      .updateTable('audit_values')
      .set({ new_values: JSON.stringify({ name }) })
      .where('audit_id', '=', audit_id)
      .execute();
  await write('Outro');
  try {
    return await look();
  } finally {
    await write('Depois');
  }
}

describe('the audit chain, as administrators see it', () => {
  it('is valid and empty before anything was done', async () => {
    assert.deepEqual(await chain(), { sealed: 0, unsealed: 0, head: null });
    assert.deepEqual(await verify(), {
      checked: 0,
      erased: 0,
      verified_to: null,
      complete: true,
      problem: null,
    });
  });

  it('shows the numbers of unsealed and sealed rows, and the same head as the command line', async () => {
    await change(1);
    assert.deepEqual(await chain(), { sealed: 0, unsealed: 1, head: null });
    const head = await seal(2);
    const state = await chain();
    assert.deepEqual([state.sealed, state.unsealed, state.head?.head], [3, 0, head]);
    assert.deepEqual(await verify(), {
      checked: 3,
      erased: 0,
      verified_to: head,
      complete: true,
      problem: null,
    });
  });

  it('can be verified from a head on, in parts, with the same result', async () => {
    const middle = await seal(2);
    const end = await seal(3);
    assert.deepEqual(await verify({ after: middle }), {
      checked: 3,
      erased: 0,
      verified_to: end,
      complete: true,
      problem: null,
    });
    const parts: number[] = [];
    for (
      let part = await verifyAuditPart(db, { size: 3 });
      ;
      part = await verifyAuditPart(db, { size: 3, after: part.head })
    ) {
      parts.push(part.checked);
      if (part.complete) {
        assert.deepEqual([formatHead(part.head), part.problem], [end, undefined]);
        break;
      }
    }
    assert.deepEqual(parts, [3, 3, 2]);
  });

  it('names the first invalid row, with its position in the log', async () => {
    const { problem, checked, complete } = await tampered(4, () => verify());
    assert.deepEqual(
      [problem?.kind, problem?.sequence, checked, complete],
      ['values_changed', 4, 3, false],
    );
    const log = await service.call<{ id: number }>(
      'GET',
      `/api/v1/admin/logs/${problem?.log_id ?? 0}`,
      { token: admin.token },
    );
    assert.equal(log.status, 200);
    assert.equal((await verify()).problem, null, 'it was put back');
  });

  it('distinguishes a saved head of this chain from a foreign one', async () => {
    const kept = formatHead(await auditHead(db));
    await seal(1);
    assert.equal((await verify({ head: kept })).problem, null);
    assert.equal((await verify({ head: another(kept) })).problem?.kind, 'rewritten');
    assert.equal((await verify({ after: another(kept) })).problem?.kind, 'rewritten');
    const beyond = `999:${'a'.repeat(64)}`;
    assert.equal((await verify({ head: beyond })).problem?.kind, 'truncated');
    assert.equal((await verify({ after: beyond })).problem?.kind, 'truncated');
  });

  it('counts rows whose values were erased with their person, and reports no problem', async () => {
    const leaving = await buildProducer(service);
    assert.equal(
      (
        await service.call('PUT', '/api/v1/user/profile', {
          token: leaving.token,
          body: { name: 'Sítio da Paz' },
        })
      ).status,
      200,
    );
    await eraseAccount(service, leaving);
    await sealAudit(platform);
    const { erased, problem } = await verify();
    assert.deepEqual([erased, problem], [1, null]);
  });

  it('reports a row whose values are missing though no person concerned was erased', async () => {
    const row = await db.q
      .selectFrom('audit_seals')
      .select(['audit_id', 'sequence'])
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.q.deleteFrom('audit_values').where('audit_id', '=', row.audit_id).execute();
    const { problem, complete } = await verify();
    assert.deepEqual(
      [problem?.kind, problem?.log_id, problem?.sequence, complete],
      ['values_missing', row.audit_id, row.sequence, false],
    );
    assert.match(problem?.message ?? '', /valores guardados sumiram/);
  });

  it('accepts only heads as parameters, and is visible only to admins', async () => {
    for (const query of ['after=1', 'head=x', 'de=1'])
      assert.equal(
        (await service.call('GET', `${PATH}/verification?${query}`, { token: admin.token })).status,
        422,
        query,
      );
    const { token } = await buildProducer(service);
    for (const path of [PATH, `${PATH}/verification`]) {
      assert.equal((await service.call('GET', path)).status, 401);
      assert.equal((await service.call('GET', path, { token })).status, 403);
    }
  });
});
