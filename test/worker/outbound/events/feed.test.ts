import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import type { Event } from '../../../../src/outbound/events/schemas.ts';
import type { EventSettings } from '../../../../src/outbound/events/settings-schemas.ts';
import { forgetEvents } from '../../../../src/outbound/events/worker/forget.ts';
import { forgetKeys, openTestDatabase, type Problem, send } from '../../support/client.ts';
import { emptyDatabase } from '../../support/empty.ts';
import { listen, newest, read } from '../../support/events.ts';
import * as pages from '../../support/pages.ts';
import { etagOf, ok, once, outcome, violationsOf } from '../../support/replies.ts';

const db = openTestDatabase();
const dayMs = 86_400_000;

/** Writes events as they would be, of these types in turn. */
async function fill(count: number, types = ['page.created', 'session.started'], ageMs = 0): Promise<number> {
  await env.DB.prepare(
    `insert into events (type, subject, related, created_at)
     select ?1 ->> ('$[' || (key % json_array_length(?1)) || ']'), 'page_' || (key % 3), '{}', ?2
     from json_each(?3)`,
  )
    .bind(JSON.stringify(types), Date.now() - ageMs, JSON.stringify(Array(count).fill(0)))
    .run();
  return newest();
}
const clear = async () => {
  await emptyDatabase(env.DB);
  // They are gone, and the service remembers them for a minute only.
  forgetKeys();
};
const sequences = (events: readonly Event[]) => events.map(({ sequence }) => sequence);

beforeEach(clear);

describe('the feed', () => {
  test('gives a program that polls each event once, in order, whatever it asks for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.subarray(['page.created', 'session.started', 'page.updated'] as const),
        async (bursts, limit, types) => {
          await clear();
          const seen: Event[] = [];
          const query = types.map((type) => `&type=${type}`).join('');
          let after = '';
          for (const burst of bursts) {
            await fill(burst);
            for (let hasMore = true; hasMore; ) {
              const { body } = await read(`limit=${limit}${after}${query}`);
              seen.push(...body.events);
              ({ hasMore } = body);
              after = `&after=${body.next}`;
            }
          }
          const wanted = types.length > 0 ? types : ['page.created', 'session.started'];
          const { results } = await env.DB.prepare(
            'select sequence from events where type in (select value from json_each(?)) order by sequence',
          )
            .bind(JSON.stringify(wanted))
            .all<{ sequence: number }>();
          expect(sequences(seen)).toEqual(results.map(({ sequence }) => sequence));
        },
      ),
      { numRuns: 15 },
    );
  });

  test('goes back from the newest, of one subject too', async () => {
    const last = await fill(9);
    const all: number[] = [];
    let before = '';
    for (let hasMore = true; hasMore; ) {
      const { body } = await read(`order=newest&subject=page_0&limit=2${before}`);
      all.push(...sequences(body.events));
      ({ hasMore } = body);
      before = `&before=${body.next}`;
    }
    expect(all).toEqual([last - 2, last - 5, last - 8]);
  });

  test('looks at 1,000 events for those of a type, says that it goes on, and reads no more', async () => {
    const last = await fill(2500, ['session.started']);
    await fill(1, ['page.created']);
    const found: number[] = [];
    let after = '';
    const costs: number[] = [];
    let hasMore = true;
    while (hasMore) {
      const reply = await read(`type=page.created${after}`);
      costs.push(reply.cost.read);
      found.push(...sequences(reply.body.events));
      ({ hasMore } = reply.body);
      after = `&after=${reply.body.next}`;
    }
    expect(found).toEqual([last + 1]);
    expect(costs).toHaveLength(3);
    // Beside the window: its ends, who listens, and the author of the event that is found.
    expect(Math.max(...costs)).toBeLessThanOrEqual(1004);
  });

  test('refuses a program that was away for too long, and says where it may go on', async () => {
    const last = await fill(10);
    await env.DB.prepare('delete from events where sequence <= ?')
      .bind(last - 3)
      .run();
    const first = last - 2;
    expect(outcome(await read(`after=${first - 2}`))).toEqual([410, 'events_removed']);
    expect((await read(`after=${first - 2}`)).body.detail).toContain(`go on after ${first - 1}`);
    expect(sequences((await read(`after=${first - 1}`)).body.events)).toEqual([first, first + 1, last]);
    expect(sequences((await read()).body.events)).toEqual([first, first + 1, last]);
  });

  test.each([
    ['after=1&order=newest', ['query after not_allowed']],
    ['before=1', ['query before not_allowed']],
    ['after=-1', ['query after invalid_format']],
    ['after=1e3', ['query after invalid_format']],
    ['after=9999999999999999', ['query after invalid_format']],
  ])('refuses %s', async (query, violations) => {
    expect(violationsOf(await read(query))).toEqual(violations);
  });

  test('answers a subject that is nothing, and numbers of events that are not there yet', async () => {
    const last = await fill(2);
    expect((await read("subject=' or 1=1 --")).body.events).toEqual([]);
    expect((await read('after=999999999999999')).body).toMatchObject({
      events: [],
      next: 999_999_999_999_999,
      newest: last,
    });
  });
});

describe('the retention', () => {
  test('removes what is older, in chunks, and never the newest', async () => {
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

  test('counts on, though somebody deletes all events', async () => {
    await listen(['page.created']);
    const last = await fill(5, ['page.created']);
    await env.DB.prepare('delete from events').run();
    expect(sequences((await read()).body.events)).toEqual([last]);
    await pages.newPage();
    expect(sequences((await read(`after=${last}`)).body.events)).toEqual([last + 1]);
  });

  test('follows the settings', async () => {
    await fill(3, ['page.created'], 2 * dayMs);
    await ok(send('PATCH', '/v0/event_settings', { retentionDays: 1 }));
    expect(await forgetEvents(db, Date.now(), 0)).toBe(2);
    await ok(send('PATCH', '/v0/event_settings', { retentionDays: 30 }));
  });
});

describe('the settings', () => {
  const path = '/v0/event_settings';
  const patch = (fields: object, tag?: string) =>
    once<EventSettings & Problem>('PATCH', path, fields, tag ? { headers: { 'if-match': tag } } : {});

  test('keep each type once, in the order of the document', async () => {
    const types = ['page.updated', 'person.created', 'page.updated'];
    expect((await patch({ types })).body.types).toEqual(['person.created', 'page.updated']);
    expect((await once<EventSettings>('GET', path)).body.types).toEqual(['person.created', 'page.updated']);
    const { results } = await env.DB.prepare(
      'select type, listener from event_listeners order by type',
    ).all();
    expect(results).toEqual([
      { type: 'page.updated', listener: 'feed' },
      { type: 'person.created', listener: 'feed' },
    ]);
    expect((await read()).body.keptTypes).toEqual(['person.created', 'page.updated']);
  });

  test('are not overwritten by somebody who has not seen them', async () => {
    const tag = etagOf(await once('GET', path));
    expect((await patch({ retentionDays: 7 }, tag)).status).toBe(200);
    expect(outcome(await patch({ retentionDays: 9 }, tag))).toEqual([412, 'precondition_failed']);
    expect((await patch({})).body.retentionDays).toBe(7);
    expect((await patch({ retentionDays: 30 })).body.retentionDays).toBe(30);
  });
});
