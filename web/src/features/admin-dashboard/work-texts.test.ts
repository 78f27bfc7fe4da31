import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workKinds, type WorkKind, type WorkLine } from '@lavra/contract/admin/dashboard';
import { ageText, workTexts } from './work-texts.ts';

const now = new Date('2027-04-14T15:00:00Z');
const line = (kind: WorkKind, fields: Partial<WorkLine>): WorkLine => ({
  kind,
  count: 1,
  since: null,
  due_date: null,
  ...fields,
});

describe('a line of work', () => {
  it('says how long the oldest waits, or what is due', () => {
    for (const [given, text] of [
      [line('failed_jobs', { since: '2027-04-14 09:00:00' }), 'espera há 3 h'],
      [
        line('failed_jobs', { count: 2, since: '2027-04-11 09:00:00' }),
        'a mais antiga espera há 3 dias',
      ],
      [
        line('suppliers_to_approve', { count: 2, since: '2027-04-14 11:59:40' }),
        'o mais antigo espera há menos de 1 min',
      ],
      [line('no_backup', { since: '2027-04-04 12:00:00' }), 'a última foi há 10 dias'],
      [line('overdue_payments', { due_date: '2027-04-01' }), 'venceu em 01/04/2027'],
      [
        line('expiring_subscriptions', { count: 3, due_date: '2027-04-16' }),
        'a próxima vence em 16/04/2027',
      ],
      [line('no_mail_server', {}), undefined],
    ] as const)
      assert.equal(ageText(given, now), text);
  });

  it('counts in words that fit one and many', () => {
    assert.equal(workTexts.orders_to_approve.title(1), '1 cotação espera aprovação');
    assert.equal(workTexts.orders_to_approve.title(1200), '1.200 cotações esperam aprovação');
    for (const kind of workKinds) assert.match(workTexts[kind].title(2), /\p{L}/u, kind);
  });
});
