import type { Timeseries } from '../../../src/analytics/schemas.ts';
import { at, breakdownOf } from '../support/analytics.ts';
import { atAnyTime } from '../support/blocks.ts';
import { send } from '../support/client.ts';
import { newPlace, sessions } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { minute, noon } from '../support/times.ts';

beforeEach(forgetSessions);

test('a range that begins and ends within blocks has only its sessions, at every quarter of an hour', async () => {
  const of = await newPlace();
  // One every ten seconds, so that a quarter has 90 and a block has eleven quarters.
  await insertSessions(of, 3000, { campaign: "'campaign ' || (n % 3)", start: `${noon} + n * 10000` });
  const countBefore = (time: number) => Math.min(Math.max(Math.ceil((time - noon) / 10_000), 0), 3000);
  const inRange = (start: number, end: number) => countBefore(end) - countBefore(start);
  const quarter = 15 * minute;
  await atAnyTime(async () => {
    for (let start = noon - quarter; start < noon + 34 * quarter; start += quarter) {
      const [end, range] = [
        start + 10 * quarter,
        `startDate=${at(start)}&endDate=${at(start + 10 * quarter)}`,
      ];
      const count = inRange(start, end);
      const path = `/v0/pages/${of.pageId}/analytics/timeseries?interval=hour&${range}`;
      const filters = ['', '&utmCampaign=campaign 0&utmCampaign=campaign 1&utmCampaign=campaign 2'];
      const [list, { items }, ...series] = await Promise.all([
        sessions(of, `${range}&limit=1`),
        breakdownOf(of, `by=utmCampaign&${range}`),
        ...filters.map((filter) => send<Timeseries>('GET', `${path}${filter}`)),
      ]);
      expect(list.totalCount, range).toBe(count);
      expect(
        items.reduce((sum, { totalSessions }) => sum + totalSessions, 0),
        range,
      ).toBe(count);
      for (const [index, { body }] of series.entries()) {
        expect(
          body.items.map(({ totalSessions }) => totalSessions),
          `${range}${filters[index]}`,
        ).toEqual(
          body.items.map((item) =>
            inRange(Math.max(start, Date.parse(item.start)), Math.min(end, Date.parse(item.end))),
          ),
        );
      }
    }
  });
});
