import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { auditHead, formatHead, sealAudit } from '../features/audit/audit-feature.ts';
import { systemActor } from '../platform/db/command.ts';
import { startService } from '../../test/service.ts';
import { expectedHead, reportVerification } from './audit.ts';

const service = await startService();
const { platform } = service.app;
const change = (resourceId: number) =>
  platform.command(systemActor, async (uow) =>
    uow.audit({ action: 'created', resourceType: 'product', resourceId }),
  );

/** Runs a statement as a superuser with the triggers off. */
async function tamper(statement: string): Promise<{ id: string }[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    return (await client.query<{ id: string }>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('lavra audit verify', () => {
  it('accepts an intact chain, up to a saved head', async () => {
    for (const id of [1, 2, 3]) await change(id);
    await sealAudit(platform);
    await change(4);
    const kept = formatHead(await auditHead(service.db));
    const { text, intact } = await reportVerification(service.db, expectedHead(['--head', kept]));
    assert.ok(intact);
    const [verdict, verified, unsealed, head] = text.split('\n');
    assert.deepEqual(
      [verdict, verified, head],
      ['A auditoria está íntegra.', 'Selos conferidos: 3.', `Ponta conferida: ${kept}`],
    );
    assert.match(
      unsealed ?? '',
      /^Linhas ainda sem selo: 1, a mais antiga de \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.$/,
    );
  });

  it('names the row that was changed', async () => {
    const [row] = await tamper(
      `UPDATE audit_log SET action = 'deleted' WHERE resource_id = 2 RETURNING id`,
    );
    const { text, intact } = await reportVerification(service.db);
    assert.equal(intact, false);
    assert.equal(
      text.split('\n')[0],
      `A auditoria foi violada no selo 2, linha ${row?.id} do registro: o conteúdo ou o selo foi alterado.`,
    );
  });

  it('reports a chain that ends too early', async () => {
    await tamper('TRUNCATE audit_seals, audit_log, audit_values');
    const { text } = await reportVerification(
      service.db,
      expectedHead(['--head', `7:${'a'.repeat(64)}`]),
    );
    assert.equal(
      text.split('\n')[0],
      'A auditoria foi violada no selo 1: a corrente termina antes da ponta esperada.',
    );
  });

  it('explains why a head is invalid', () => {
    assert.equal(expectedHead([]), undefined);
    for (const head of ['3', '3:abc', `x:${'a'.repeat(64)}`])
      assert.throws(() => expectedHead(['--head', head]), /audit verify \[--head SEQUÊNCIA:HASH\]/);
  });
});
