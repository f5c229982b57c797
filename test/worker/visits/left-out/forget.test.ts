import { env } from 'cloudflare:workers';
import { counts, deliver, ids, leftOut, onNewPage } from '../../support/left-out.ts';
import { day, setClock } from '../../support/times.ts';
import { held, prepareVisits } from '../../support/visits.ts';

prepareVisits();
beforeAll(onNewPage);

describe('the cron forgets visits that were left out', () => {
  test('removes ids of more than three days, and keeps their counts', async () => {
    await env.DB.prepare('delete from left_out_visits').run();
    await onNewPage();
    const start = Date.UTC(2033, 0, 10);
    const visits = [0, 1, 2, 3].map((days) => leftOut({ receivedAt: start - days * day }));
    await deliver(...visits);
    const before = await counts();
    setClock(start);
    await held.cron();
    expect(await ids()).toBe(4);
    vi.setSystemTime(start + day - 1);
    await held.cron();
    expect(await ids()).toBe(4);
    vi.setSystemTime(start + day);
    await held.cron();
    expect(await ids()).toBe(3);
    expect(await counts()).toEqual(before);
    vi.useRealTimers();
  });

  test('removes 10,000 ids a minute', async () => {
    await env.DB.prepare(
      `insert into left_out_visits (day, analytics_session_id, page_id, reason)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 10001)
      select 1, i, '', 'bot' from n`,
    ).run();
    const [waiting] = [await ids()];
    await held.cron();
    expect(await ids()).toBe((waiting ?? 0) - 10_000);
    await held.cron();
    await held.cron();
  });
});
