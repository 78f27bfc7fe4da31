import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import {
  addDays,
  daysUntil,
  endOfDay,
  formatTimestamp,
  isDate,
  localDate,
  parseTimestamp,
  startOfDay,
} from './calendar.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const at = (iso: string): Date => new Date(iso);

describe('the wall clock of a zone', () => {
  it('shows an instant in the wire format', () => {
    assert.equal(formatTimestamp(at('2026-11-20T15:04:05.999Z'), SAO_PAULO), '2026-11-20 12:04:05');
    assert.equal(
      formatTimestamp(at('2026-11-20T15:04:05Z'), 'America/Rio_Branco'),
      '2026-11-20 10:04:05',
    );
  });

  it('writes midnight as 00, not as 24', () => {
    assert.equal(formatTimestamp(at('2026-11-20T03:00:00Z'), SAO_PAULO), '2026-11-20 00:00:00');
  });

  it('shows the day before when it is just after midnight in London', () => {
    assert.equal(localDate(at('2026-11-20T02:59:59Z'), SAO_PAULO), '2026-11-19');
    assert.equal(localDate(at('2026-11-20T03:00:00Z'), SAO_PAULO), '2026-11-20');
  });

  it('refuses a zone that does not exist', () => {
    assert.throws(() => localDate(at('2026-11-20T00:00:00Z'), 'Marte/Olympus'), RangeError);
  });
});

describe('a wall-clock time as people write it', () => {
  it('becomes the instant at which the zone shows it', () => {
    assert.equal(
      parseTimestamp('2026-11-20 12:04:05', SAO_PAULO)?.toISOString(),
      '2026-11-20T15:04:05.000Z',
    );
    assert.equal(
      parseTimestamp('2026-11-20 00:00:00', 'Asia/Kathmandu')?.toISOString(),
      '2026-11-19T18:15:00.000Z',
    );
  });

  it('is refused where the day, the hour or the format does not exist', () => {
    const wrong = [
      '2026-02-30 10:00:00',
      '2026-11-20 24:00:00',
      '2026-11-20 10:60:00',
      '2026-11-20 10:00:60',
      '2026-11-20T10:00:00',
      '2026-11-20 10:00',
      '1899-12-31 10:00:00',
      '',
    ];
    for (const text of wrong) assert.equal(parseTimestamp(text, SAO_PAULO), null, text);
  });

  it('is refused in the hour that summer time skips, and the first of two in the hour it repeats', () => {
    assert.equal(parseTimestamp('2018-11-04 00:30:00', SAO_PAULO), null);
    assert.equal(
      parseTimestamp('2018-11-04 01:00:00', SAO_PAULO)?.toISOString(),
      '2018-11-04T03:00:00.000Z',
    );
    assert.equal(
      parseTimestamp('2018-02-17 23:30:00', SAO_PAULO)?.toISOString(),
      '2018-02-18T01:30:00.000Z',
    );
  });

  it('reads back every time that the wire format can express', () => {
    const zones = fc.constantFrom(
      SAO_PAULO,
      'America/Cuiaba',
      'America/Noronha',
      'Europe/Lisbon',
      'Asia/Kathmandu',
    );
    const instants = fc.date({
      min: at('1920-01-01T00:00:00Z'),
      max: at('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const text = formatTimestamp(instant, zone);
        const read = parseTimestamp(text, zone);
        assert.ok(read !== null && read <= instant && formatTimestamp(read, zone) === text);
      }),
    );
  });
});

describe('a date', () => {
  it('is an existing day with four, two and two digits', () => {
    for (const date of ['2026-11-20', '2028-02-29', '1900-01-01', '9999-12-31'])
      assert.ok(isDate(date), date);
    const refused = [
      '2026-02-30',
      '2027-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-04-31',
      '1899-12-31',
      '0000-01-01',
      '2026-1-1',
      '20/11/2026',
      '2026-11-20T00:00:00Z',
      ' 2026-11-20',
      '2026-11-20\n',
      '',
    ];
    for (const text of refused) assert.equal(isDate(text), false, text);
  });

  it('is moved correctly across months and leap years', () => {
    assert.equal(addDays('2028-02-28', 1), '2028-02-29');
    assert.equal(addDays('2026-12-31', 1), '2027-01-01');
    assert.equal(addDays('2026-03-01', -1), '2026-02-28');
    assert.throws(() => addDays('9999-12-31', 1), RangeError);
  });
});

describe('the number of days left', () => {
  it('is zero on the day itself and negative after it', () => {
    assert.equal(daysUntil('2026-11-25', '2026-11-20'), 5);
    assert.equal(daysUntil('2026-11-20', '2026-11-20'), 0);
    assert.equal(daysUntil('2026-11-18', '2026-11-20'), -2);
    assert.equal(daysUntil('2029-01-01', '2028-01-01'), 366);
  });

  it('is the inverse of adding days', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));
    fc.assert(
      fc.property(day, fc.integer({ min: -9000, max: 9000 }), (today, days) => {
        assert.equal(daysUntil(addDays(today, days), today), days);
      }),
    );
  });
});

describe('a deadline day', () => {
  it('ends at midnight in the zone, not in UTC', () => {
    assert.equal(endOfDay('2026-11-20', SAO_PAULO).toISOString(), '2026-11-21T03:00:00.000Z');
    assert.equal(startOfDay('2026-11-20', SAO_PAULO).toISOString(), '2026-11-20T03:00:00.000Z');
    assert.equal(
      endOfDay('9999-12-31', SAO_PAULO).getTime(),
      Date.parse('+010000-01-01T03:00:00Z'),
    );
  });

  it('ends where the clock jumped over midnight (summer time began on 4 November 2018)', () => {
    assert.equal(endOfDay('2018-11-03', SAO_PAULO).toISOString(), '2018-11-04T03:00:00.000Z');
  });

  it('ends once where the clock fell back to 23:00 (summer time ended on 18 February 2018)', () => {
    assert.equal(endOfDay('2018-02-17', SAO_PAULO).toISOString(), '2018-02-18T03:00:00.000Z');
  });

  it('ends at the first of two midnights (Havana, 1 November 2026)', () => {
    assert.equal(
      endOfDay('2026-10-31', 'America/Havana').toISOString(),
      '2026-11-01T04:00:00.000Z',
    );
  });

  it('ends before the day that Samoa skipped', () => {
    assert.equal(endOfDay('2011-12-29', 'Pacific/Apia').toISOString(), '2011-12-30T10:00:00.000Z');
  });

  it('includes its last second and excludes the next one, in every zone and year', () => {
    const zones = fc.constantFrom(
      SAO_PAULO,
      'America/Cuiaba',
      'America/Noronha',
      'Europe/Lisbon',
      'Asia/Kathmandu',
    );
    const day = fc.integer({ min: 0, max: 25_000 }).map((days) => addDays('1970-01-02', days));
    fc.assert(
      fc.property(day, zones, (date, zone) => {
        const end = endOfDay(date, zone).getTime();
        assert.equal(localDate(new Date(end - 1000), zone), date);
        assert.equal(localDate(new Date(end), zone), addDays(date, 1));
      }),
    );
  });
});
