import { env } from 'cloudflare:workers';
import type { PersonExport } from '../../../../src/visits/person-export/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { tag } from '../../support/erasures.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';

// What is in an export, value by value, is in test/worker/models/person-exports.test.ts.

const someone = (domain: string) => newPerson({ email: `${tag()}@${domain}` });

/** All lines of the export of a person, and how many requests it took. */
async function exportOf(personId: string) {
  const lines: Record<string, unknown>[] = [];
  let cursor = '';
  let pages = 0;
  do {
    const path = `/v0/persons/${personId}/export${cursor && `?cursor=${cursor}`}`;
    const page = await ok(send<PersonExport>('GET', path));
    lines.push(...(page.lines as Record<string, unknown>[]));
    cursor = page.nextCursor ?? '';
    pages += 1;
  } while (cursor);
  return { lines, pages, kinds: new Set(lines.map(({ kind }) => kind)) };
}

describe('the export of a person', () => {
  test('goes through many logs in pages, once each, and counts them', async () => {
    await env.DB.prepare('delete from event_listeners').run();
    const { personId } = await someone(`${tag()}.example`);
    const logs = Array.from({ length: 250 }, (_, n) => `person_log_${String(n).padStart(26, '0')}`);
    await env.DB.prepare(
      `insert into person_logs (person_id, person_log_id, source, type, payload, created_at)
       select ?1, value, 'crm', 'call', '{"n": 12345678901234567890}', key from json_each(?2)`,
    )
      .bind(personId, JSON.stringify(logs))
      .run();
    const { lines, pages } = await exportOf(personId);
    expect(lines.filter(({ kind }) => kind === 'log').map(({ personLogId }) => personLogId)).toEqual(logs);
    expect(lines.at(-1)).toEqual({ kind: 'end', counts: { person: 1, account: 1, log: 250 } });
    // The last is of what happened to the account.
    expect(pages).toBe(5);
    const first = await send<PersonExport>('GET', `/v0/persons/${personId}/export`);
    expect(first.cost.trips).toBe(1);
    expect(first.text).toContain('{"n": 12345678901234567890}');
    const foreign = await send<Problem>(
      'GET',
      `/v0/persons/${(await someone('y.example')).personId}/export?cursor=${first.body.nextCursor}`,
    );
    expect(foreign.body.code).toBe('invalid_cursor');
  });
});
