import { env } from 'cloudflare:workers';
import { Notes, notesOf, sampling } from '../../../src/db/notes.ts';
import { dayMs } from '../../../src/lib/durations.ts';
import { version } from '../../../src/vocabulary/version.ts';
import { send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { silent } from '../support/faults.ts';
import { system } from '../support/given-up.ts';
import { hour, setClock } from '../support/times.ts';

const noted = () => env.DB.prepare("select at from service_notes where name = 'cron'").first<number>('at');

afterEach(async () => {
  vi.useRealTimers();
  await env.DB.prepare('drop trigger if exists fail').run();
});

describe('the state of the service', () => {
  test('has version, size and counts, in one round trip', async () => {
    const { status, headers } = await send('GET', '/v0/system');
    expect(status).toBe(200);
    expect(headers.get('server-timing')).toContain('trips=1 ');
    const { version: release, database } = await system();
    expect(release).toBe(version);
    expect(database.sizeBytes).toBeGreaterThan(100_000);
    expect(database.counts.apiKeys).toBeGreaterThan(0);
  });

  test('says when the cron last noted that it runs: in an hour once, if it has nothing to do', async () => {
    await env.DB.prepare('delete from service_notes').run();
    const { cron, stalled } = await system();
    expect(cron).toMatchObject({ notedAt: null, isLate: true, notedEverySeconds: 3600 });
    expect(stalled).toEqual([{ job: 'cron', since: null }]);
    const { run, sent } = watched();
    await run();
    const at = await noted();
    expect((await system()).cron).toMatchObject({
      notedAt: new Date(at ?? 0).toISOString(),
      isLate: false,
    });
    sent.length = 0;
    await run();
    expect(sent.map(({ written }) => written)).toEqual([0, 0]);
    setClock(Date.now() + 2.5 * hour);
    const late = await system();
    expect([late.cron.isLate, late.stalled]).toEqual([true, [{ job: 'cron', since: late.cron.notedAt }]]);
    await run();
    const again = await system();
    expect([again.cron.isLate, again.stalled]).toEqual([false, []]);
  });

  test('says which task of the cron fails, at once, without its message', async () => {
    await watched().run();
    const fail =
      "create trigger fail before delete on left_out_visits begin select raise(abort, 'secret'); end";
    await env.DB.prepare(fail).run();
    await env.DB.prepare("insert into left_out_visits select 0, 'old', '', 'bot'").run();
    await silent(() => watched().run());
    const { cron } = await system();
    // The isolate may not have noted yet what another file let fail.
    expect(cron.tasks.find(({ task }) => task === 'forget visits that were left out')).toMatchObject({
      isFailing: true,
      failedWith: 'SQLITE_CONSTRAINT_TRIGGER',
    });
    expect(JSON.stringify(cron)).not.toContain('secret');
    await env.DB.prepare('drop trigger fail').run();
    await env.DB.prepare("update service_notes set at = 1 where name = 'cron'").run();
    await watched().run();
    const [after] = (await system()).cron.tasks.filter(({ task }) => task.startsWith('forget visits'));
    expect(after).toMatchObject({ isFailing: false, failedWith: 'SQLITE_CONSTRAINT_TRIGGER' });
  });

  test('has the errors of requests by their routes, with the last request id, and no value', async () => {
    const fail =
      "create trigger fail before insert on topics begin select raise(abort, 'zoe@secret.example'); end";
    // Files share an isolate, whose clock another may have set to a later day.
    await notesOf(env.DB).write(Date.now() + 1000 * dayMs);
    await env.DB.prepare('delete from service_errors').run();
    await env.DB.prepare(fail).run();
    const sent = await silent(() => send('POST', '/v0/topics', { title: 'zoe@secret.example' }));
    const { result } = await silent(() => send('POST', '/v0/topics', { title: 'zoe@secret.example' }));
    await env.DB.prepare('drop trigger fail').run();
    expect(sent.result.status).toBe(500);
    await notesOf(env.DB).write(Date.now() + 61_000);
    const { errors } = await system();
    expect(errors[0]).toMatchObject({
      place: 'POST /v0/topics',
      count: 2,
      requestId: result.headers.get('x-request-id'),
    });
    expect(JSON.stringify(errors)).not.toContain('zoe');
  });

  test('has an estimate of rows written a day, for one row in ten thousand', async () => {
    await env.DB.prepare('delete from service_days').run();
    vi.spyOn(sampling, 'start').mockReturnValue(0);
    const notes = new Notes(env.DB);
    notes.take([{ rows_written: 9_999 } as D1Meta]);
    expect(notes.isDue(Date.now())).toBe(false);
    notes.take([{ rows_written: 15_001 } as D1Meta]);
    await notes.write(Date.now());
    expect(notes.isDue(Date.now())).toBe(false);
    notes.take([{ rows_written: 5_000 } as D1Meta]);
    await notes.write(Date.now());
    const { rowsWritten } = await system();
    expect(rowsWritten).toMatchObject({ sampledEvery: 10_000, perDay: null });
    expect(rowsWritten.days[0]?.rows).toBe(30_000);
  });
});
