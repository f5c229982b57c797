import { env } from 'cloudflare:workers';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { removeSessions } from '../../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import { act, audienceOf, read as readAudience } from '../../support/audiences.ts';
import { begin, deliver, step } from '../../support/campaign-jobs.ts';
import {
  deliverAll,
  newCampaign,
  patch,
  read,
  rowsOf,
  sendRows,
  someone,
  unique,
  write,
  writeOne,
} from '../../support/campaigns.ts';
import { contents, openTestDatabase, send } from '../../support/client.ts';
import { erase } from '../../support/erasures.ts';
import { listen, told } from '../../support/events.ts';
import { losing, meanwhileDatabase } from '../../support/faults.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { forgetSessions } from '../../support/sessions.ts';
import { day, later, minute, now } from '../../support/times.ts';
import { versionsOf } from '../../support/versions.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

const db = () => openTestDatabase();
prepareVisits();

/** A campaign whose templates have the name in all that they can say. */
const tellingCampaign = async () => {
  const { pageId } = await newPage({
    fields: [
      { name: 'headline', label: 'Headline', kind: 'text', default: 'Hi' },
      { name: 'list', label: 'List', kind: 'list', default: [] },
    ],
  });
  return newCampaign(
    {
      words: {
        fieldOverrides: { headline: '{{name}}', list: ['{{name}}', 'x'] },
        metadataOverride: { title: '{{name}}', keywords: ['{{name}}'] },
        actionUrlOverride: 'https://x.example/?q={{name}}',
        actionFormInstructionsOverride: '{{name}}',
        supplementaryContext: 'About {{name}}',
      },
      path: `/${unique()}/{{name}}`,
    },
    pageId,
  );
};
const nameOf = () => `Zorquil${unique()}`;

/** The tables that have a text somewhere, in any case. */
const tablesWith = async (text: string) =>
  Object.entries(await contents()).flatMap(([table, rows]) =>
    JSON.stringify(rows).toLowerCase().includes(text.toLowerCase()) ? [table] : [],
  );

describe('an erasure', () => {
  test.each(['queued', 'published', 'published twice'])(
    'leaves nothing of the person in a campaign: %s',
    async (state) => {
      const campaign = await tellingCampaign();
      const name = nameOf();
      const { person } = someone({ name });
      const [other, first] = await write(campaign, [someone({ name: 'Stays' }), { person }]);
      if (state !== 'queued') await deliverAll();
      if (state === 'published twice') {
        await writeOne(campaign, { person, columns: { name: `${name} again` } });
        await deliverAll();
      }
      expect(await tablesWith(name)).toEqual(
        expect.arrayContaining(['audience_versions', 'audiences', 'campaign_rows', 'page_links', 'persons']),
      );
      expect((await erase(first?.personId ?? '')).status).toBe(200);
      await deliverAll();
      expect(await tablesWith(name)).toEqual([]);
      expect(await rowsOf(campaign)).toMatchObject([{ personId: other?.personId }]);
      expect(await read(campaign)).toMatchObject({ rowsCount: 1 });
      const of = { ...campaign, audienceId: first?.audienceId ?? '' };
      expect(await readAudience(of)).toMatchObject({ personId: null, fieldOverrides: {} });
      const { items } = await versionsOf(of);
      expect(items.map(({ status }) => status)).not.toContain('queued');
      const resolved = await send(
        'GET',
        `/v0/page_links/resolve?path=${encodeURIComponent(first?.path ?? '')}`,
      );
      expect(resolved.status).toBe(404);
    },
  );

  test.each(['waiting', 'sealed', 'removed'])(
    'clears visits through the link while the audience is archived: %s',
    async (state) => {
      await forgetSessions();
      const campaign = await tellingCampaign();
      const { pageId } = campaign;
      const name = nameOf();
      const [row, other] = await write(campaign, [someone({ name }), someone({ name: 'Stays' })]);
      await deliverAll();
      await ok(act({ pageId, audienceId: row?.audienceId ?? '' }, 'archive'));
      const start = now - 3 * day;
      const visit = (path = '') =>
        messageOf(visitOf(newId(), { pageId, audienceId: null, pageUrl: `https://x.example${path}` }), start);
      await merge(visit(row?.path ?? ''), visit(other?.path ?? ''));
      if (state !== 'waiting') await sealSessions(db(), later, { isForced: true });
      if (state === 'removed') await removeSessions(db(), now - day, later);
      const table = state === 'removed' ? 'session_blocks' : 'audience_sessions';
      expect(await tablesWith(row?.path ?? '')).toContain(table);
      await erase(row?.personId ?? '');
      for (let at = later; at < later + 5 * minute; at += minute) await clearErasedAudiences(db(), at);
      await sealSessions(db(), later, { isForced: true });
      expect(await tablesWith(name)).toEqual([]);
      expect(await tablesWith(String(other?.path))).toContain(table);
    },
  );

  test('takes the person out of what a job could not do, also if a step is under way', async () => {
    const campaign = await newCampaign();
    const made = await write(campaign, [
      someone({ name: 'Ada' }),
      someone({ name: 'Bo' }),
      someone({ name: 'Cy' }),
    ]);
    await deliver();
    for (const { audienceId } of made)
      await ok(act({ ...campaign, audienceId: audienceId ?? '' }, 'archive'));
    const [first, second, third] = made.map(({ personId }) => personId ?? '');
    await patch(campaign, { words: { metadataOverride: { title: 'Bye {{name}}' } } });
    await begin(campaign, 'publish');
    await step({ database: meanwhileDatabase(1, () => erase(first ?? '')) });
    const named = async () => (await read(campaign)).job?.problems.map(({ personId }) => personId).sort();
    expect(await named()).toEqual([second, third].sort());
    await erase(second ?? '');
    expect(await named()).toEqual([third]);
  });

  test('clears what an audience said before it was in a campaign', async () => {
    const campaign = await tellingCampaign();
    const name = nameOf();
    const { personId } = await newPerson({ name });
    await audienceOf(campaign.pageId, {
      personId,
      customName: name,
      metadataOverride: { description: name },
    });
    await writeOne(campaign, { personId, columns: { name } });
    await deliverAll();
    await erase(personId);
    expect(await tablesWith(name)).toEqual([]);
  });

  test('emits no event that leads from the person to their page', async () => {
    const campaign = await tellingCampaign();
    const { personId } = await writeOne(campaign, someone({ name: nameOf() }));
    await listen();
    expect(await told(() => erase(personId ?? ''))).toEqual(['person.erased', 'account.erased']);
  });

  test('is not undone by a row that is sent again after its answer was lost', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    const row = someone({ name: 'Gone' });
    const known = await newPerson({ email: `${unique()}@x.example`, name: 'Known' });
    const meanwhile = async () => {
      const found = await send<{ person: { personId: string } }>(
        'GET',
        `/v0/persons?email=${row.person.email}`,
      );
      await erase(found.body.person.personId);
      await erase(known.personId);
    };
    const rows = [row, { person: { email: known.email }, columns: { name: 'x' } }];
    const { body } = await sendRows(campaign, rows, {}, losing({ meanwhile }));
    expect(body.results.map(({ status }) => status)).toEqual([404, 404]);
    expect(await read(campaign)).toMatchObject({ rowsCount: 1 });
    const { results } = await env.DB.prepare('select 1 from persons where email in (?, ?)')
      .bind(row.person.email, known.email)
      .all();
    expect(results).toEqual([]);
  });
});
