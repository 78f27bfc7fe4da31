import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { formatDate, serviceZone } from './dates.ts';
import { expiredText, isExpired, validityDoubt } from './validity.ts';

describe('the validity of an offer', () => {
  const today = localDate(new Date(), serviceZone);
  const yesterday = addDays(today, -1);

  it('is over from the day after its last one on', () => {
    assert.deepEqual([yesterday, today, null].map(isExpired), [true, false, false]);
  });

  it('is warned of before sending where it is over, or will be before the deadline', () => {
    const deadline = addDays(today, 10);
    assert.match(validityDoubt(yesterday, deadline) ?? '', /já passou/);
    assert.match(
      validityDoubt(today, deadline) ?? '',
      new RegExp(`antes do prazo da cotação \\(${formatDate(deadline)}\\)`),
    );
    assert.equal(validityDoubt(deadline, deadline), null);
    assert.equal(validityDoubt(null, deadline), null);
  });

  it('no longer binds once it is over, which the producer reads before accepting', () => {
    assert.equal(
      expiredText('2026-11-20', 'A validade da Proposta A'),
      'A validade da Proposta A passou em 20/11/2026: o fornecedor já não é obrigado a manter a proposta. Se aceitar, confirme com ele o preço e a entrega.',
    );
  });
});
