import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import type { Scope } from '../../../../src/lib/api-key.ts';
import type { Event, EventList } from '../../../../src/outbound/events/schemas.ts';
import { mintKey, send } from '../../support/client.ts';
import { clear, fill, read, sequences } from '../../support/events.ts';
import { outcome, violationsOf } from '../../support/replies.ts';

beforeEach(clear);

describe('the list of events', () => {
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

  test('has the events of keys (api_key.*) for a key with admin alone: for others, a page may be short, or empty', async () => {
    await fill(6, ['api_key.created', 'page.created', 'api_key.revoked']);
    const typesRead = async (scopes: Scope[]) => {
      const key = await mintKey(scopes);
      const pages: string[][] = [];
      let after = '';
      for (let hasMore = true; hasMore; ) {
        const { body } = await send<EventList>('GET', `/v0/events?limit=1${after}`, undefined, { key });
        pages.push(body.events.map(({ type }) => type));
        ({ hasMore } = body);
        after = `&after=${body.next}`;
      }
      return pages;
    };
    const all = ['api_key.created', 'page.created', 'api_key.revoked'].map((type) => [type]);
    expect((await typesRead(['read', 'admin'])).slice(0, 6)).toEqual([...all, ...all]);
    expect((await typesRead(['read', 'write'])).slice(0, 6)).toEqual(
      [...all, ...all].map(([type = '']) => (type.startsWith('api_key') ? [] : [type])),
    );
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
