import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chosenText } from './chosen-text.ts';

const at = (accepted_at: string) => ({ accepted_at });

it('proposals chosen in several rounds have the time of the first one, which is said', () => {
  const first = at('2026-11-29 01:00:00');
  const said = (...winners: ReturnType<typeof at>[]): string =>
    chosenText('Propostas escolhidas', winners, '29/11/2026');
  assert.equal(said(first), 'Propostas escolhidas em 29/11/2026');
  assert.equal(said(first, first), 'Propostas escolhidas em 29/11/2026');
  assert.equal(
    said(first, at('2026-12-01 08:00:00')),
    'Propostas escolhidas, a primeira em 29/11/2026',
  );
});
