import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { someCpf } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { importDesk } from './imports.fixture.ts';

const service = await startService();
const { q } = service.db;
const desk = await importDesk(service);

const PRODUCERS = 'Nome;E-mail;CPF ou CNPJ;Senha;CEP;Logradouro;Município;UF';
let ordinal = 0;
const farmer = ({
  name = 'Sítio da Serra',
  email = `grade-${(ordinal += 1)}@teste.example`,
  password = '',
} = {}): string => `${name};${email};${someCpf()};${password};78890-000;Rodovia BR-163;Sorriso;MT`;
const countUsers = async (): Promise<number> =>
  (
    await q
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const nameOf = async (email: string): Promise<string | undefined> =>
  (await q.selectFrom('users').select('name').where('email', '=', email).executeTakeFirst())?.name;

describe('the correction of a preview', () => {
  const wrong = async () => {
    const [one, two, three] = [
      farmer({ name: 'Fazenda Um' }).replace(';Sorriso;', ';Sorrizo;'),
      farmer({ name: 'Fazenda Dois', email: 'nada' }),
      farmer({ name: 'Fazenda Três' }).replace(';Sorriso;MT', ';Sorriso;PR'),
    ];
    return desk.preview(
      'producers',
      PRODUCERS,
      one,
      two,
      three,
      farmer({ name: 'Fazenda Quatro' }),
    );
  };

  it('names the cell of each problem, and what was probably meant', async () => {
    const { import_id } = await wrong();
    const { columns, rows } = await desk.read(import_id);
    assert.deepEqual(
      rows.map(({ row, problems }) => [row, problems.map((one) => [one.column, one.suggestion])]),
      [
        [2, [['city', { label: 'Sorriso/MT', cells: { city: 'Sorriso', state: 'MT' } }]]],
        [3, [['email', null]]],
        [4, [['city', { label: 'Sorriso/MT', cells: { city: 'Sorriso', state: 'MT' } }]]],
        [5, []],
      ],
    );
    assert.deepEqual([rows[0]?.cells['city'], rows[0]?.cells['password']], ['Sorrizo', undefined]);
    assert.deepEqual(
      columns.filter(({ secret }) => secret).map(({ name }) => name),
      ['password'],
    );
  });

  it('counts the rows that exist, once they are recognised', async () => {
    const known = farmer({ email: 'conhecida@teste.example' });
    await desk.store('producers', PRODUCERS, known);
    const { import_id } = await desk.preview(
      'producers',
      PRODUCERS,
      known.replace('conhecida@', 'conhecida'),
    );
    assert.equal((await desk.read(import_id)).skipped, 0);
    const cells = { email: 'conhecida@teste.example' };
    await desk.correct(import_id, [{ row: 2, cells }]);
    const { summary, skipped } = await desk.read(import_id);
    assert.deepEqual([summary, skipped], [{ total: 1, valid: 1, invalid: 0 }, 1]);
  });

  it('validates every row again and stores nobody; then the whole file is imported', async () => {
    const users = await countUsers();
    const { import_id } = await wrong();
    const place = { city: 'Sorriso', state: 'MT' };
    const email = `corrigida-${import_id}@teste.example`;
    const first = await desk.correct(import_id, [{ row: 2, cells: place }]);
    assert.deepEqual([first.status, first.body.summary], [200, { total: 4, valid: 2, invalid: 2 }]);
    assert.equal((await desk.process(import_id)).status, 422);
    const { body } = await desk.correct(import_id, [
      { row: 3, cells: { email } },
      { row: 4, cells: place },
    ]);
    assert.deepEqual(body.summary, { total: 4, valid: 4, invalid: 0 });
    assert.equal(await countUsers(), users);
    assert.equal((await desk.process(import_id)).status, 200);
    await service.work();
    assert.equal((await desk.read(import_id)).state, 'completed');
    assert.equal(await nameOf(email), 'Fazenda Dois');
    const late = await desk.correct(import_id, [{ row: 3, cells: { email } }]);
    assert.deepEqual([late.status, late.body.code], [422, 'import_not_editable']);
  });

  it('keeps the password that a row has, and its problem until it is corrected', async () => {
    const { import_id } = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ password: 'curta' }).replace(';Sorriso;', ';Sorrizo;'),
      farmer({ password: 'Colheita2027' }),
    );
    const place = { city: 'Sorriso', state: 'MT' };
    const first = await desk.correct(import_id, [{ row: 2, cells: place }]);
    assert.equal(first.body.summary.invalid, 1);
    const [row] = (await desk.read(import_id)).rows;
    assert.deepEqual(
      row?.problems.map(({ column }) => column),
      ['password'],
    );
    await desk.correct(import_id, [{ row: 2, cells: { password: 'Colheita2028' } }]);
    const sealed = await q
      .selectFrom('import_rows as r')
      .innerJoin('imports as i', 'i.id', 'r.import_id')
      .select(['r.row', 'r.cells', 'r.sealed', 'r.status'])
      .where('i.uuid', '=', import_id)
      .orderBy('r.row')
      .execute();
    assert.deepEqual(
      sealed.map(({ status, sealed: secret }) => [status, secret !== null]),
      [
        ['success', true],
        ['success', true],
      ],
    );
    assert.doesNotMatch(JSON.stringify(sealed.map(({ cells }) => cells)), /Colheita|curta/);
  });

  it('refuses rows and columns that the file does not have, and changes nothing', async () => {
    const { import_id } = await wrong();
    const { status, body } = await desk.correct(import_id, [
      { row: 2, cells: { city: 'Sorriso' } },
      { row: 99, cells: { city: 'Sorriso' } },
      { row: 3, cells: { nonsense: 'x' } },
      // A name that every object of the language has.
      { row: 4, cells: { constructor: 'x' } },
    ]);
    assert.equal(status, 422);
    assert.deepEqual(Object.keys(body.errors), [
      'rows.1.row',
      'rows.2.cells.nonsense',
      'rows.3.cells.constructor',
    ]);
    assert.equal((await desk.read(import_id)).summary.invalid, 3);
  });
});
