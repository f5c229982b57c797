import { env } from 'cloudflare:workers';
import type { AccountAnalyticsList } from '../../../../src/analytics/visitor-schemas.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import { forgetRecipients } from '../../../../src/visits/sessions/worker/forget-recipients.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { blocksText, correctionsCount } from '../../support/blocks.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { silent } from '../../support/faults.ts';
import { HeldVisits } from '../../support/held-queue.ts';
import { newPerson } from '../../support/persons.ts';
import { place, session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { forgetSessions, importSessions } from '../../support/sessions.ts';
import { day, later, minute, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();
beforeEach(async () => {
  await forgetSessions();
  await env.DB.prepare("delete from counters where name = 'recipients_forgotten_before'").run();
});

/** An audience that was made for a new person. */
async function personal() {
  const { personId } = await newPerson({ email: `zoe@${newId()}.example` });
  return { personId, audienceId: await newAudienceId(place.pageId, { personId }) };
}
/** Merges a visit that began some days ago. */
async function visitOfDays(days: number, audienceId: string) {
  const id = newId();
  await merge(messageOf(visitOf(id, { audienceId }), now - days * day));
  return id;
}
const recipientsOf = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await session(id)).recipientPersonId));
const accounts = async () =>
  (await ok(send<AccountAnalyticsList>('GET', '/v0/analytics/accounts'))).items.length;

describe('RECIPIENT_RETENTION_DAYS', () => {
  test.each([false, true])(
    'clears the recipients of older visits, and keeps these (sealed: %s)',
    async (isSealed) => {
      const { personId, audienceId } = await personal();
      const [old, young] = [await visitOfDays(40, audienceId), await visitOfDays(20, audienceId)];
      if (isSealed) {
        await sealSessions(openTestDatabase(), later, { isForced: true });
        expect(await blocksText()).toContain(personId);
      }
      expect([await recipientsOf([old, young]), await accounts()]).toEqual([[personId, personId], 1]);

      await new HeldVisits().cron({ RECIPIENT_RETENTION_DAYS: '30' });
      expect([await recipientsOf([old, young]), await accounts()]).toEqual([[null, personId], 1]);
      await new HeldVisits().cron({ RECIPIENT_RETENTION_DAYS: '10' });
      expect([await recipientsOf([old, young]), await accounts()]).toEqual([[null, null], 0]);

      // The corrected blocks name nobody.
      await sealSessions(openTestDatabase(), later, { isForced: true });
      expect(await correctionsCount()).toBe(0);
      expect(await blocksText()).not.toContain(personId);
      expect(await accounts()).toBe(0);
    },
  );

  test('of 0 with RECIPIENTS off leaves none', async () => {
    const { personId, audienceId } = await personal();
    const ids = [await visitOfDays(1, audienceId), await visitOfDays(0, audienceId)];
    await new HeldVisits().cron({ RECIPIENTS: 'off' });
    expect(await recipientsOf(ids)).toEqual([personId, personId]);
    await new HeldVisits().cron({ RECIPIENTS: 'off', RECIPIENT_RETENTION_DAYS: '0' });
    expect(await recipientsOf(ids)).toEqual([null, null]);
  });

  test('that is unset, empty or no number clears nobody, and says so if it is no number', async () => {
    const { personId, audienceId } = await personal();
    const id = await visitOfDays(400, audienceId);
    for (const [days, reports] of [
      ['', 0],
      ['forever', 1],
    ] as const) {
      const { logged } = await silent(() => new HeldVisits().cron({ RECIPIENT_RETENTION_DAYS: days }));
      expect(logged.filter((line) => line.includes('RECIPIENT_RETENTION_DAYS'))).toHaveLength(reports);
    }
    expect(await recipientsOf([id])).toEqual([personId]);
  });

  test('gives no recipient to an old visit that comes late, or is imported', async () => {
    const { personId, audienceId } = await personal();
    const ids = [newId(), newId(), newId()];
    const [old = '', young = '', imported = ''] = ids;
    const settings = { RECIPIENT_RETENTION_DAYS: '1' };
    const held = new HeldVisits();
    await held.deliver([messageOf(visitOf(old, { audienceId }), now - 2 * day)], settings);
    await held.deliver([messageOf(visitOf(young, { audienceId }), now)], settings);
    const times = { sessionStartedAt: new Date(now - 2 * day).toISOString() };
    const sent = {
      analyticsSessionId: imported,
      audienceId,
      ...times,
      sessionEndedAt: times.sessionStartedAt,
    };
    await ok(importSessions(place.pageId, [sent], { bindings: settings }));
    expect(await recipientsOf(ids)).toEqual([null, personId, null]);
  });

  test('that is raised later brings nobody back, and clears what comes in time', async () => {
    const { personId, audienceId } = await personal();
    await visitOfDays(20, audienceId);
    await new HeldVisits().cron({ RECIPIENT_RETENTION_DAYS: '10' });
    // It was looked at: a visit of before would never be cleared.
    const [late, young] = [await visitOfDays(30, audienceId), await visitOfDays(9, audienceId)];
    expect(await recipientsOf([late, young])).toEqual([null, personId]);
    await new HeldVisits().cron({ RECIPIENT_RETENTION_DAYS: '8' });
    expect(await recipientsOf([late, young])).toEqual([null, null]);
  });
});

test('a visit whose start a late beacon moves behind those that were looked at loses its recipient', async () => {
  const { personId, audienceId } = await personal();
  const [one, moved] = [newId(), newId()];
  const short = { audienceId, elapsedMs: 0, activeMs: 0, engagedMs: 0 };
  await merge(messageOf(visitOf(one, short), now - day - 1000));
  await merge(messageOf(visitOf(moved, short), now - day + minute));
  await forgetRecipients(openTestDatabase(), now - day);
  expect(await recipientsOf([one, moved])).toEqual([null, personId]);
  // Its start is two minutes earlier than was known. Nothing would clear it later.
  await merge(messageOf(visitOf(moved, { ...short, elapsedMs: day - 1000 }), now - 2 * minute));
  expect(await recipientsOf([one, moved])).toEqual([null, null]);
});

describe('a run that forgets recipients', () => {
  test('looks at 2,000 visits, and the next one goes on', async () => {
    const { personId, audienceId } = await personal();
    await env.DB.prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 4499)
      insert into audience_sessions (analytics_session_id, page_id, audience_id, recipient_person_id,
        computation_status, form_state, has_conversion, questions_asked_count, total_clicks_count,
        session_started_at, active_ms)
      select 'old-' || n, ?, ?, ?, 'pending', 0, 0, 0, 0, ? + n / 3, 0 from numbers`,
    )
      .bind(place.pageId, audienceId, personId, now - 90 * day)
      .run();
    const left = () =>
      env.DB.prepare('select count(*) as n from audience_sessions where recipient_person_id = ?')
        .bind(personId)
        .first<number>('n');
    const run = () => forgetRecipients(openTestDatabase(), now - 30 * day);
    // Those that began in one millisecond go together.
    expect([await run(), await left()]).toEqual([1, 4500 - 2001]);
    // Visits that wait for their blocks are no corrections.
    expect([await run(), await left()]).toEqual([1, 4500 - 4002]);
    expect([await run(), await left()]).toEqual([1, 0]);
    expect(await run()).toBe(0);
  });

  test('waits while its corrections wait, and two at once clear each visit once', async () => {
    const { personId, audienceId } = await personal();
    const ids = await Promise.all([50, 40].map((days) => visitOfDays(days, audienceId)));
    await env.DB.prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 1999)
      insert into session_corrections (page_id, analytics_session_id) select 'none', n from numbers`,
    ).run();
    const run = () => forgetRecipients(openTestDatabase(), now - 30 * day);
    expect([await run(), await recipientsOf(ids)]).toEqual([0, [personId, personId]]);
    await env.DB.prepare("delete from session_corrections where page_id = 'none'").run();
    await Promise.all([run(), run(), run()]);
    expect(await recipientsOf(ids)).toEqual([null, null]);
  });
});
