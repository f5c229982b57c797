import { env } from 'cloudflare:workers';
import { forgetEvents } from '../../../../src/outbound/events/worker/forget.ts';
import { newRecipient, seen } from '../../support/alerts.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { clear, daysOf, fill, listen, read, sequences, told } from '../../support/events.ts';
import { HeldVisits } from '../../support/held-queue.ts';
import * as pages from '../../support/pages.ts';
import { place } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { noon } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

const db = openTestDatabase();
const dayMs = 86_400_000;

describe('events that are older than the retention', () => {
  beforeEach(clear);

  test('are removed in chunks, but never the newest', async () => {
    await listen(['page.created']);
    await fill(2500, ['page.created'], 31 * dayMs);
    const recent = await fill(3, ['page.created'], 29 * dayMs);
    expect(await forgetEvents(db, Date.now(), 0)).toBe(2500);
    expect(sequences((await read()).body.events)).toEqual([recent - 2, recent - 1, recent]);
    // All are old now: the newest stays, so that the next event has the next number.
    await forgetEvents(db, Date.now() + 3 * dayMs, 0);
    expect(sequences((await read()).body.events)).toEqual([recent]);
    await pages.newPage();
    expect(sequences((await read()).body.events)).toEqual([recent, recent + 1]);
  });

  test('count on, though somebody deletes all events', async () => {
    await listen(['page.created']);
    const last = await fill(5, ['page.created']);
    await env.DB.prepare('delete from events').run();
    expect(sequences((await read()).body.events)).toEqual([last]);
    await pages.newPage();
    expect(sequences((await read(`after=${last}`)).body.events)).toEqual([last + 1]);
  });

  test('are removed as the settings say', async () => {
    await fill(3, ['page.created'], 2 * dayMs);
    await ok(send('PATCH', '/v0/event_settings', { retentionDays: 1 }));
    expect(await forgetEvents(db, Date.now(), 0)).toBe(2);
    await ok(send('PATCH', '/v0/event_settings', { retentionDays: 30 }));
  });
});

describe('events of who came', () => {
  prepareVisits();
  beforeEach(() => listen());

  test('name nobody any more when recipients are forgotten, and are on no later day', async () => {
    const { audienceId, personId } = await newRecipient(place.pageId);
    await merge(messageOf(visitOf(newId(), { audienceId, ...seen }), noon));
    const history = async () => (await ok(read(`subject=${personId}&type=person.visited`))).events;
    expect(await history()).toHaveLength(1);
    await forgetEvents(openTestDatabase(), Date.now(), Date.now() - 60_000);
    expect(await history()).toHaveLength(1);
    const before = (await history())[0]?.sequence ?? 0;
    await forgetEvents(openTestDatabase(), Date.now(), Date.now() + 60_000);
    expect(await history()).toEqual([]);
    const [event] = (await ok(read(`after=${before - 1}&limit=1`))).events;
    expect(event).toMatchObject({ type: 'person.visited', subject: null, related: {} });
  });

  test('are noted by day no longer than they are kept', async () => {
    const { audienceId, personId, accountId } = await newRecipient(place.pageId);
    await merge(messageOf(visitOf(newId(), { audienceId, ...seen }), noon));
    expect(await daysOf(personId, accountId)).toBe(2);
    await forgetEvents(openTestDatabase(), Date.now(), Date.now() + 60_000);
    expect(await daysOf(personId, accountId)).toBe(0);
    // So a visit of an earlier day is told, which would not have been told before.
    const earlier = messageOf(visitOf(newId(), { audienceId, ...seen }), noon - dayMs);
    expect(await told(() => merge(earlier))).toContain('person.visited');
    const removed = await newRecipient(place.pageId);
    await merge(messageOf(visitOf(newId(), { audienceId: removed.audienceId, ...seen }), noon));
    await pages.newPage();
    const inYears = Date.now() + 400 * 86_400_000;
    await forgetEvents(openTestDatabase(), inYears, 0);
    expect(await daysOf(removed.personId, removed.accountId)).toBe(0);
  });

  test('are noted by a later day, though an earlier event is removed', async () => {
    const { audienceId, personId } = await newRecipient(place.pageId);
    const [first, second] = [newId(), newId()];
    await merge(messageOf(visitOf(first, { audienceId, ...seen }), noon));
    await env.DB.prepare('update events set created_at = ? where subject = ?').bind(noon, personId).run();
    await merge(messageOf(visitOf(second, { audienceId, ...seen }), noon + 86_400_000));
    await env.DB.prepare('delete from events where subject = ? and created_at = ?')
      .bind(personId, noon)
      .run();
    expect(await daysOf(personId)).toBe(1);
  });

  // Last: the cron removes sessions, too.
  test.each([
    [{ SESSION_RETENTION_DAYS: '2' }, true],
    [{ RECIPIENT_RETENTION_DAYS: '2' }, true],
    [{ SESSION_RETENTION_DAYS: '99', RECIPIENT_RETENTION_DAYS: '2' }, true],
    [{ SESSION_RETENTION_DAYS: '2', RECIPIENT_RETENTION_DAYS: '99' }, true],
    [{ SESSION_RETENTION_DAYS: '99' }, false],
    [{}, false],
  ])('name who came for as long as sessions and recipients are kept: %j', async (settings, isForgotten) => {
    const subject = `person_${newId()}`;
    await env.DB.prepare(
      "insert into events (type, subject, related, created_at) values ('person.visited', ?, '{}', ?)",
    )
      .bind(subject, Date.now() - 4 * 86_400_000)
      .run();
    const isNamed = async () => (await ok(read(`subject=${subject}`))).events.length === 1;
    expect(await isNamed()).toBe(true);
    const none = { SESSION_RETENTION_DAYS: '', RECIPIENT_RETENTION_DAYS: '' };
    await new HeldVisits().cron({ ...none, ...settings });
    expect(await isNamed()).toBe(!isForgotten);
  });
});
