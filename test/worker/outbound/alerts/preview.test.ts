import { env } from 'cloudflare:workers';
import { newRecipient, preview, visitAt } from '../../support/alerts.ts';
import { place } from '../../support/places.ts';
import { day, hour, setClock } from '../../support/times.ts';
import { prepareVisits } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

const visitsOf = (condition: object = {}) =>
  preview({ condition: { type: 'accounts_visited', visits: 1, days: 1, ...condition } });

test('a preview has what visits of the last 7 days would have fired, and writes nothing', async () => {
  const [one, other] = [await newRecipient(place.pageId), await newRecipient(place.pageId)];
  const now = Date.now();
  const times = [9 * day, 6 * day, 6 * day - 1, 2 * day];
  for (const ago of times) await visitAt(now - ago, { audienceId: one.audienceId });
  await visitAt(
    now - day,
    { audienceId: other.audienceId },
    { audienceId: other.audienceId, hasInput: false },
  );
  const dateOf = (ago: number) => new Date(now - ago - 20_000).toISOString().slice(0, 10);
  const shown = (items: Awaited<ReturnType<typeof preview>>['items']) =>
    items.map(({ subject, facts }) => [subject, facts.date]);
  await writesNothing(async () => {
    const all = await visitsOf();
    expect(all.isCut).toBe(false);
    expect(shown(all.items)).toEqual([
      [other.accountId, dateOf(day)],
      [one.accountId, dateOf(2 * day)],
      [one.accountId, dateOf(6 * day)],
    ]);
    expect(all.items[0]).toEqual({
      firedAt: new Date(now - day - 20_000).toISOString(),
      subject: other.accountId,
      facts: { type: 'accounts_visited', date: dateOf(day), visits: 1, days: 1 },
      visit: { personId: other.personId, pageId: place.pageId },
    });
    // Those before the last 7 days count.
    expect(shown((await visitsOf({ visits: 3, days: 5 })).items)).toEqual([
      [one.accountId, dateOf(2 * day)],
      [one.accountId, dateOf(6 * day)],
    ]);
    expect(shown((await visitsOf({ accountIds: [other.accountId, 'x'] })).items)).toHaveLength(1);
    expect(
      shown((await preview({ condition: { type: 'link_opened', personIds: [one.personId] } })).items),
    ).toEqual([
      [one.personId, dateOf(2 * day)],
      [one.personId, dateOf(6 * day)],
    ]);
  });
});

test.each([
  ['the clock is set forth', '2026-03-29', 'Europe/Berlin', 6],
  ['the clock is set back', '2026-10-25', 'Europe/Berlin', 7],
])('a week in which %s has one report, each minute of its Monday', async (_, sunday, timezone, hour) => {
  const monday = Date.parse(sunday) + day;
  setClock();
  for (const minutes of [-90, -30, -1, 0, 30, 90]) {
    vi.setSystemTime(monday + hour * 3_600_000 + minutes * 60_000);
    const { items } = await preview({ condition: { type: 'weekly_report' }, timezone });
    expect([minutes, items.length]).toEqual([minutes, 1]);
  }
  vi.useRealTimers();
});

test('a preview has 100 firings, of the latest 10,000 visits, and says what is missing', async () => {
  const insert = (count: number, from: number) =>
    env.DB.prepare(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < ?1)
       insert into audience_sessions (analytics_session_id, page_id, recipient_account_id, computation_status,
         form_state, has_conversion, questions_asked_count, total_clicks_count, session_started_at, active_ms, has_input)
       select 'many' || (?2 - n), ?3, 'account_many' || n, 'pending', 0, 0, 0, 1, ?2 - n, 0, 1 from n`,
    )
      .bind(count, from, place.pageId)
      .run();
  // Both visits of an account are of one day, whatever the hour is.
  const now = Math.floor(Date.now() / day) * day + 12 * hour;
  setClock(now);
  await insert(101, now);
  const cut = await visitsOf();
  expect([cut.isCut, cut.items.length, cut.items[0]?.subject]).toEqual([true, 100, 'account_many1']);
  await insert(10_000, now - hour);
  const many = await visitsOf({ accountIds: ['account_many1', 'account_many10000'] });
  // The last of them is behind 10,000 others.
  expect([many.isCut, many.items.map(({ subject }) => subject)]).toEqual([true, ['account_many1']]);
});
