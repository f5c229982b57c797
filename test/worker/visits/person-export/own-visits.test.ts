import { env } from 'cloudflare:workers';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import { ownVisits } from '../../../../src/visits/person-export/store/own-visits.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { later, minute, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

/** The ids of all visits that are found, page by page, and what happens between the pages. */
async function foundOf(personId: string, meanwhile: () => Promise<unknown> = async () => undefined) {
  const rows: string[] = [];
  for (let place: string | undefined = ''; place !== undefined; ) {
    const page: Awaited<ReturnType<typeof ownVisits>> = await ownVisits(openTestDatabase(), personId, place);
    rows.push(...page.rows.map(({ analyticsSessionId }) => analyticsSessionId));
    place = page.next;
    await meanwhile();
  }
  return rows.toSorted();
}

test('visits of the pages of a person are found while they wait and after they are sealed, those of others not', async () => {
  const db = openTestDatabase();
  const { pageId } = await newPage();
  const [me, you] = [await newPerson({}), await newPerson({})];
  const audiences = [
    await newAudienceId(pageId, { personId: me.personId }),
    await newAudienceId((await newPage()).pageId, { personId: me.personId }),
  ];
  const other = await newAudienceId(pageId, { personId: you.personId });
  const ids = [newId(), newId()];
  await merge(
    ...ids.map((id, n) =>
      messageOf(visitOf(id, { pageId, audienceId: audiences[0] ?? '' }), now - n * minute),
    ),
    messageOf(visitOf(newId(), { pageId, audienceId: other }), now),
  );
  const found = () => foundOf(me.personId);
  expect(await found()).toHaveLength(2);
  const waiting = await found();
  await sealSessions(db, later);
  expect(await found()).toEqual(waiting);
  // One that is being corrected is in its block and among the corrections.
  await env.DB.prepare('update audience_sessions set total_clicks_count = 7 where analytics_session_id = ?')
    .bind(ids[0])
    .run();
  expect(await found()).toEqual(waiting);
});

test('of visits in many blocks, each is found once, also when blocks are corrected between two pages', async () => {
  const { pageId } = await newPage();
  const { personId } = await newPerson({});
  const audienceId = await newAudienceId(pageId, { personId });
  const ids = Array.from({ length: 9000 }, (_, n) => `many-${String(n).padStart(16, '0')}`);
  // Many begin in one millisecond, so a block begins when the one before it ends.
  await env.DB.prepare(
    `insert into audience_sessions (analytics_session_id, page_id, audience_id, computation_status, form_state, has_conversion,
       questions_asked_count, total_clicks_count, session_started_at, active_ms)
     select value, ?1, ?2, 'pending', 0, 0, 0, 0, ?3 - (key / 1500) * 1000, 0 from json_each(?4)`,
  )
    .bind(pageId, audienceId, now, JSON.stringify(ids))
    .run();
  await sealSessions(openTestDatabase(), later);
  await env.DB.prepare(
    'update audience_sessions set total_clicks_count = 7 where analytics_session_id in (?, ?, ?)',
  )
    .bind(ids[0], ids[5000], ids[8999])
    .run();
  expect(await foundOf(personId, () => sealSessions(openTestDatabase(), later))).toEqual(ids);
  expect(await foundOf(personId)).toEqual(ids);
});
