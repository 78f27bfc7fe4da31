import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localDate } from '@lavra/domain/calendar/calendar';
import type * as dates from './dates.ts';
import {
  dayHeading,
  daysLeft,
  formatAgo,
  formatClock,
  formatDate,
  formatDateTime,
  formatDeadline,
  formatMoment,
  formatMonth,
  formatStored,
  instantOf,
} from './dates.ts';

// 11:00 in São Paulo.
const now = new Date('2026-11-20T14:00:00Z');

describe('dates', () => {
  it('are written in Brazilian format, deadlines with their zone', () => {
    assert.equal(formatDate('2026-11-20'), '20/11/2026');
    assert.deepEqual(['2026-01', '2025-12'].map(formatMonth), ['jan/26', 'dez/25']);
    assert.equal(formatDateTime('2026-11-20 14:05:09'), '20/11/2026 às 14:05');
    assert.equal(formatDeadline('2026-11-20'), 'até 20/11/2026 (23h59, horário de Brasília)');
  });

  it('name the zone of a moment just past where the clock of the device shows another hour', () => {
    const inZone = (zone: string): readonly string[] => {
      const before = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        return [
          formatClock(now),
          formatMoment(now),
          formatStored('2026-11-20 10:05:09', now),
          formatStored('2026-11-19 23:30:00', now),
        ];
      } finally {
        if (before === undefined) delete process.env['TZ'];
        else process.env['TZ'] = before;
      }
    };
    assert.deepEqual(inZone('America/Sao_Paulo'), [
      '11:00',
      '20/11/2026 11:00',
      'às 10:05',
      'em 19/11/2026',
    ]);
    assert.deepEqual(inZone('America/Cuiaba'), [
      '11:00 (horário de Brasília)',
      '20/11/2026 11:00 (horário de Brasília)',
      'às 10:05 (horário de Brasília)',
      'em 19/11/2026',
    ]);
  });

  it('show the remaining time in words, before and after the day', () => {
    assert.deepEqual([3, 1, 0, -1, -2].map(daysLeft), [
      'Faltam 3 dias',
      'Vence amanhã',
      'Vence hoje',
      'Encerrada ontem',
      'Encerrada há 2 dias',
    ]);
  });

  it('are shown in the zone of the service, whatever the zone of the device', () => {
    assert.equal(instantOf('2026-11-20 11:00:00')?.toISOString(), now.toISOString());
    assert.equal(instantOf('ontem'), undefined);
  });

  it('follow the zone that the service names in the page: 23:30 in Cuiabá is still today', async () => {
    const page = { querySelector: () => ({ content: 'America/Cuiaba' }) };
    Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
    const fresh = new URL('./dates.ts?cuiaba', import.meta.url).href;
    const cuiaba = (await import(fresh)) as typeof dates; // the same module anew
    Reflect.deleteProperty(globalThis, 'document');
    const late = new Date('2026-11-21T03:30:00Z');
    assert.equal(localDate(late, cuiaba.serviceZone), '2026-11-20');
    assert.equal(cuiaba.formatAgo('2026-11-20 23:28:00', late), 'há 2 min');
    assert.equal(cuiaba.formatDeadline('2026-11-20'), 'até 20/11/2026 (23h59, horário de Cuiabá)');
  });

  it('show how long ago an event was', () => {
    assert.deepEqual(
      [
        '2026-11-20 10:59:40',
        '2026-11-20 10:55:00',
        '2026-11-20 08:00:00',
        '2026-11-19 23:59:00',
        '2026-11-18 08:00:00',
      ].map((at) => formatAgo(at, now)),
      ['agora', 'há 5 min', 'há 3 h', 'ontem às 23:59', '18/11/2026'],
    );
    assert.deepEqual(
      ['2026-11-20 00:01:00', '2026-11-19 10:00:00', '2026-11-01 10:00:00'].map((at) =>
        dayHeading(at, now),
      ),
      ['Hoje', 'Ontem', '01/11/2026'],
    );
  });
});
