import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantIn, localTime } from '../../console/src/analytics/days.ts';
import { marksIn } from '../../console/src/analytics/notes.tsx';

const day = (date: string, next: string) => ({
  start: `${date}T00:00:00.000Z`,
  end: `${next}T00:00:00.000Z`,
});
const steps = [day('2026-11-01', '2026-11-02'), day('2026-11-02', '2026-11-03')];

describe('the marks of a chart', () => {
  test.each([
    ['the first moment of a step', '2026-11-02T00:00:00.000Z', 1],
    ['its last moment', '2026-11-01T23:59:59.999Z', 0],
    ['before all steps', '2026-10-31T23:59:59.999Z', undefined],
    ['after all steps', '2026-11-03T00:00:00.000Z', undefined],
  ])('%s', (_, at, index) => {
    expect([...marksIn(steps, [{ at, text: 'x' }])]).toEqual(index === undefined ? [] : [[index, ['x']]]);
  });

  test('of one step are in the order given, and three of many are said', () => {
    const marked = [1, 2, 3, 4, 5].map((hour) => ({ at: `2026-11-01T0${hour}:00:00.000Z`, text: `${hour}` }));
    expect(marksIn(steps, marked).get(0)).toEqual(['1', '2', '3', 'and 2 more']);
    expect(marksIn(steps, marked.slice(0, 4)).get(0)).toEqual(['1', '2', '3', 'and 1 more']);
    expect(marksIn(steps, marked.slice(0, 3).reverse()).get(0)).toEqual(['3', '2', '1']);
  });
});

describe('a time in a field', () => {
  test.each([
    ['2026-11-22T14:30', 'Europe/Berlin', '2026-11-22T13:30:00.000Z'],
    ['2026-11-22T14:30:59', 'Europe/Berlin', '2026-11-22T13:30:00.000Z'],
    ['2026-07-01T00:00', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
    // A time that clocks skip, and one that they show twice.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['', 'UTC', ''],
    ['2026-13-40T99:00', 'UTC', '2026-13-40T99:00'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(instantIn(local, zone)).toBe(instant);
  });

  test('is read as it was written, to the minute, but for an hour that clocks show twice', () => {
    const at = fc.date({
      min: new Date('1970-01-02'),
      max: new Date('2099-12-30'),
      noInvalidDate: true,
    });
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia');
    fc.assert(
      fc.property(at, zone, (time, name) => {
        const local = localTime(time.toISOString(), name);
        const back = instantIn(local, name);
        expect(localTime(back, name)).toBe(local);
        expect(Date.parse(back)).toBeLessThanOrEqual(time.getTime());
      }),
    );
  });
});
