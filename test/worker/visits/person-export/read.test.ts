import { env } from 'cloudflare:workers';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { PersonExport } from '../../../../src/visits/person-export/schemas.ts';
import { newCampaign, pathOf, unique, write } from '../../support/campaigns.ts';
import { contents, openTestDatabase, type Problem, send } from '../../support/client.ts';
import { erase, newPhone } from '../../support/erasures.ts';
import { listen } from '../../support/events.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { later, minute, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();
const db = () => openTestDatabase();

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

interface Someone {
  personId: string;
  email: string;
  phoneNumber: string;
  name: string;
  linkedinProfileUrl: string;
}
const someone = async (domain: string): Promise<Someone> => {
  const word = `zorquil-${unique()}`;
  const fields = {
    name: word,
    email: `${word}@${domain}`,
    phoneNumber: newPhone(),
    linkedinProfileUrl: `https://www.linkedin.com/in/${word}`,
  };
  return { ...fields, personId: (await newPerson(fields)).personId };
};

/** Gives a person all that can be stored of one, on a page and in a campaign that others have too. */
async function live(
  { personId, email, phoneNumber, name }: Someone,
  page: string,
  campaign: { pageId: string; campaignId: string },
): Promise<string> {
  for (const n of [1, 2, 3])
    await ok(
      send('POST', '/v0/person_logs', {
        source: 'crm',
        type: `t${n}`,
        personId,
        payload: { note: `${name} ${n}` },
      }),
    );
  const { audienceId } = await ok(
    send<{ audienceId: string }>('POST', `/v0/pages/${page}/audiences`, {
      personId,
      customName: `For ${name}`,
    }),
  );
  await ok(send('POST', '/v0/page_links', { path: `/for/${name}`, target: { audienceId } }));
  expect((await write(campaign, [{ person: { email }, columns: { name } }]))[0]?.status).toBe(201);
  const form = { formSubmissionId: newId(), email, fields: { message: `I am ${name}` } };
  const telling = {
    pageId: page,
    pageUrl: `https://x.example/for/${name}`,
    pageTitle: `Hello ${name}`,
    utmCampaign: name,
  };
  await merge(
    messageOf(visitOf(newId(), { ...telling, audienceId }), now),
    messageOf(visitOf(newId(), { ...telling, audienceId, formSubmit: form }), now),
    messageOf(
      visitOf(newId(), {
        pageId: page,
        formSubmit: { formSubmissionId: newId(), phone: phoneNumber } as never,
      }),
      now,
    ),
  );
  const held = new HeldQueue();
  await ok(
    send(
      'POST',
      `${pathOf(campaign)}/waiting_rows`,
      { rows: [{ person: { email }, columns: { name: `${name} waits` } }] },
      { bindings: held.bindings() },
    ),
  );
  const body = JSON.stringify({ workspace: 'main', receivedAt: now, visit: visitOf(newId(), telling) });
  const id = newId();
  await env.DB.prepare(
    `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers, body, audience_id)
     values (?1, ?1, 'visit', ?2, 1, 'Error', ?3, ?4, ?5)`,
  )
    .bind(id, now, JSON.stringify([email]), body, audienceId)
    .run();
  await env.DB.prepare("insert into alert_firings values (?, 'alert_x', 'w', ?, 1, ?, ?)")
    .bind(newId(), personId, JSON.stringify({ word: name }), now)
    .run();
  return audienceId;
}

/** What an erasure changes that says nothing of the person, or that an export says otherwise. */
const technical: Record<string, string> = {
  'persons.seq': 'the order of persons',
  'persons.gone': 'a counter',
  'persons.search_name': 'the name, as it is searched for',
  'persons.email_domain': 'the end of the email',
  'persons.account_domain': 'the end of the email',
  'persons.linkedin_identity': 'the profile, as it is compared',
  'persons.linkedin_key': 'the profile, as it is compared',
  'persons.write_id': 'ids of writes',
  'persons.revision': 'a counter',
  'person_logs.fingerprint': 'checksums',
  'person_logs.own_time': 'the time of the log, as ids have it',
  'person_logs.happened_at': 'the time of the log',
  'person_log_counts.*': 'counts of the logs',
  'person_search_text.*': 'name and identifiers, as they are searched for',
  'audiences.revision': 'a counter',
  'audiences.write_id': 'ids of writes',
  'audience_names.*': 'the name of the audience, as it is searched for',
  'audience_versions.transition_id': 'the id of a request',
  'audience_versions.sweep_at': 'when the cron looks',
  'audience_versions.queued_at': 'when a request was made, which stays',
  'page_links.search_path': 'the path, as it is searched for',
  'page_links.search_key': 'the path, as it is searched for',
  'page_links.write_id': 'ids of writes',
  'page_links.revision': 'a counter',
  'campaign_rows.words_hash': 'a hash',
  'campaign_rows.write_id': 'ids of writes',
  'campaign_rows.revision': 'a counter',
  'campaigns.rows_count': 'a counter',
  'campaigns.calls': 'ids of writes',
  'campaigns.job': 'only the problems of the person, which are checked apart',
  'accounts.*': 'counts and times of the company',
  'counters.*': 'counters',
  'alert_firings.webhook_id': 'the id of a webhook',
  'given_up.*': 'the message is in the export; the rest is of the service',
  'events.*': 'ids, which the export has as a whole',
  'visit_days.*': 'days of the visits',
  'latest_visits.*': 'the start of the latest visit, which the person has',
  'alert_visits.*': 'starts of visits',
  'session_corrections.*': 'ids of visits whose sums change',
  'session_seal.*': 'a counter',
  'session_blocks.*': 'the visits once more, compressed',
  'page_link_counts.*': 'counts',
  'service_notes.*': 'notes of the service',
  'erased_audiences.*': 'what the erasure itself notes',
  'audience_sessions.is_corrected': 'a counter',
};

/** The values of each column. */
function valuesOf(all: Record<string, unknown>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [table, rows] of Object.entries(all))
    for (const row of rows as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row))
        if (typeof value === 'string' || typeof value === 'number') {
          const key = `${table}.${column}`;
          found.set(key, [...(found.get(key) ?? []), String(value)]);
        }
  return found;
}
/** The texts and numbers in a value, which may be JSON. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  if (typeof value === 'string' && /^[[{]/.test(value)) return leavesOf(JSON.parse(value) as unknown);
  return value === null || value === '' || typeof value === 'boolean' ? [] : [String(value)];
}
const isTechnical = (key: string) => key in technical || `${key.split('.')[0]}.*` in technical;

describe('the export of a person', () => {
  test('has every value that their erasure removes, and nothing of anybody else', async () => {
    await listen();
    const domain = `${unique()}.example`;
    const [me, you, them] = [await someone(domain), await someone(domain), await someone(domain)];
    const { pageId } = await newPage();
    const campaign = await newCampaign({ words: { supplementaryContext: 'About {{name}}' } });
    const audiences: string[] = [];
    for (const one of [me, you, them]) audiences.push(await live(one, pageId, campaign));
    // Somebody sends a form on the page of somebody else.
    const across = (audienceId: string | undefined, { email }: Someone, { name }: Someone) =>
      messageOf(
        visitOf(newId(), {
          pageId,
          audienceId: audienceId ?? '',
          pageUrl: `https://x.example/for/${name}`,
          formSubmit: { formSubmissionId: newId(), email } as never,
        }),
        now,
      );
    await merge(across(audiences[0], you, me), across(audiences[1], me, you));
    await sealSessions(db(), later);

    // Pages of others, on which the person has sent a form, may name these: an export must not.
    const { results } = await env.DB.prepare(
      'select page_link_id as id from page_links where audience_id in (?, ?)',
    )
      .bind(audiences[1], audiences[2])
      .all<{ id: string }>();
    const ofOthers = [you.name, them.name, ...results.map(({ id }) => id)];
    const before = valuesOf(await contents());
    const { lines, kinds } = await exportOf(me.personId);
    const text = JSON.stringify(lines);
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        ...['person', 'log', 'visit', 'audience', 'version', 'page_link', 'campaign_row', 'waiting_row'],
        ...['given_up', 'event', 'alert_firing', 'end'],
      ]),
    );
    for (const { personId, email, phoneNumber, name } of [you, them])
      for (const theirs of [personId, email, phoneNumber, name]) expect(text).not.toContain(theirs);

    await ok(erase(me.personId));
    for (let n = 1; n <= 10; n++) await clearErasedAudiences(db(), Date.now() + n * 2 * minute);
    const after = valuesOf(await contents());
    const said = new Set(leavesOf(lines));
    const missing: string[] = [];
    for (const [key, values] of before) {
      if (isTechnical(key)) continue;
      const left = [...(after.get(key) ?? [])];
      for (const value of values) {
        const at = left.indexOf(value);
        if (at >= 0) left.splice(at, 1);
        else
          for (const leaf of leavesOf(value))
            if (
              !ofOthers.some((one) => leaf.includes(one)) &&
              !said.has(leaf) &&
              !said.has(new Date(Number(leaf)).toJSON() ?? '')
            )
              missing.push(`${key}: ${leaf}`);
      }
    }
    expect(missing).toEqual([]);
    expect((await send<Problem>('GET', `/v0/persons/${me.personId}/export`)).body.code).toBe(
      'person_not_found',
    );
  });

  test('goes through many logs in pages, once each, and counts them', async () => {
    await env.DB.prepare('delete from event_listeners').run();
    const { personId } = await someone(`${unique()}.example`);
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
