import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { orderStories } from './demo-order-stories.ts';
import { tenderSince } from './demo-tender.ts';
import { officeTimes } from './demo-time.ts';

const zone = 'America/Sao_Paulo';

it('the demo’s producer writes each order on a day of its own, whatever weekday today is', () => {
  const own = orderStories.filter(({ producer }) => producer === 1).map(({ since: [ago] }) => ago);
  const since = [...own, ...Object.values(tenderSince)];
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const today = addDays('2026-11-23', weekday);
    const days = since.map((ago) => localDate(officeTimes({ today, zone }, 0)(ago), zone));
    assert.equal(new Set(days).size, since.length, `${today}: ${days.join(' ')}`);
  }
});
