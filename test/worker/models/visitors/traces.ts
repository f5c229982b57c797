import { env } from 'cloudflare:workers';
import { blocksText } from '../../support/blocks.ts';
import { send } from '../../support/client.ts';
import { listsText } from '../../support/numbers.ts';
import { valueIn } from '../sessions/model.ts';
import type { LinkSight } from './link-looks.ts';

// What must not be found when the cron has cleared the visits of audiences whose persons have been erased.

/** The link of each session that is stored. */
async function storedLinks(): Promise<[id: string, pageLinkId: string | null][]> {
  const { results } = await env.DB.prepare(
    `select replace(analytics_session_id, 'import' || char(9), '') as id, page_link_id as pageLinkId
      from audience_sessions order by id`,
  ).all<{ id: string; pageLinkId: string | null }>();
  return results.map(({ id, pageLinkId }) => [id, pageLinkId]);
}

/** All rows that have what sessions have, as one text. */
async function storedText(): Promise<string> {
  const tables = ['audience_sessions', 'session_blocks', 'session_corrections', 'visitor_numbers'];
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`select * from ${table}`)));
  return JSON.stringify(rows.map(({ results }) => results)) + (await blocksText()) + (await listsText());
}

/**
 * Holds that no answer has a person who has been erased, or a link that no session has kept, and that each session has
 * its link or none. Once all corrections are sealed (`isSealed`), no row has them either.
 */
export async function expectNoTrace({ model, people, links }: LinkSight, isSealed: boolean): Promise<void> {
  const sessions = [...model.sessions.values()];
  const expected = sessions
    .filter(({ removed }) => !removed)
    .map((session): [string, string | null] => [session.id, valueIn(session, 'pageLinkId')])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  expect(await storedLinks()).toEqual(expected);

  const kept = new Set(sessions.map((session) => valueIn(session, 'pageLinkId')));
  const gone = links.all.map(({ pageLinkId }) => pageLinkId).filter((id) => !kept.has(id));
  const paths = ['persons?limit=100', 'breakdown?by=pageLinkId&limit=100'];
  const answers = await Promise.all(paths.map((path) => send('GET', `/v0/analytics/${path}`)));
  const texts = answers.map(({ text }) => text);
  if (isSealed) texts.push(await storedText());
  for (const text of texts) for (const id of [...people.erased, ...gone]) expect(text).not.toContain(id);
}
