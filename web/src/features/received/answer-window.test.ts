import assert from 'node:assert/strict';
import { it } from 'node:test';
import { answerWindow } from './answer-window.ts';

const said = (now: string, closed_at: string | null = '2026-11-20 09:00:00') =>
  answerWindow({ closed_at, deadline_date: '2026-11-20' }, new Date(now));

it('the answer window is 48 hours from the end of receiving', () => {
  // 09:00 in São Paulo is 12:00 UTC.
  assert.deepEqual(said('2026-11-20T12:00:00Z'), { text: 'Faltam 48 horas', isLate: false });
  assert.equal(said('2026-11-21T17:30:00Z')?.text, 'Faltam 19 horas');
  assert.equal(said('2026-11-22T11:20:00Z')?.text, 'Falta menos de 1 hora');
  assert.deepEqual(said('2026-11-22T17:00:00Z'), {
    text: 'Elas acabaram há 5 horas',
    isLate: true,
  });
  assert.equal(said('2026-11-22T12:00:00Z')?.text, 'Elas acabaram há 1 hora');
});

it('the answer window starts at the end of the last day when the order was not closed by hand', () => {
  assert.equal(said('2026-11-21T03:00:00Z', null)?.text, 'Faltam 48 horas');
});
