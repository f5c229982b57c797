import { env } from 'cloudflare:workers';
import { inPath } from '../../../../src/lib/template-path.ts';
import { arraysOf } from '../../../../src/visits/campaigns/store/write.ts';
import type { PageLinkResolution } from '../../../../src/visits/page-links/resolve-schemas.ts';
import { act, audienceOf } from '../../support/audiences.ts';
import { begin, deliver } from '../../support/campaign-jobs.ts';
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
import { send } from '../../support/client.ts';
import { newPhone } from '../../support/erasures.ts';
import { losing } from '../../support/faults.ts';
import { newLink } from '../../support/page-links.ts';
import { newPage, newPageId } from '../../support/pages.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { versionsOf } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const resolve = async (path: string | null) =>
  (await send<PageLinkResolution>('GET', `/v0/page_links/resolve?path=${encodeURIComponent(path ?? '')}`))
    .body;
const titleAt = async (path: string | null) => {
  await deliverAll();
  return (await resolve(path)).content.metadata.title;
};

describe('a row of a campaign', () => {
  test('becomes a person, an audience, a published version and a link', async () => {
    const campaign = await newCampaign({
      words: {
        metadataOverride: { title: 'Hello {{firstName|there}}' },
        supplementaryContext: '{{companyName}}',
      },
      path: '/hello/{{name}}',
    });
    const row = someone({ name: 'Zoë Marchetti', companyName: 'Northwind' }, { firstName: 'Zoë' });
    const result = await writeOne(campaign, row);
    expect(result).toMatchObject({
      status: 201,
      outcome: 'created',
      isNewPerson: true,
      isNewAudience: true,
      path: '/hello/zoe-marchetti',
      words: null,
      problem: null,
    });
    await deliverAll();
    const { content, ...found } = await resolve(result.path);
    const { audienceId, personId } = result;
    expect(found).toMatchObject({ audienceId, personId, versionNumber: 1 });
    expect(content).toMatchObject({ metadata: { title: 'Hello Zoë' }, supplementaryContext: 'Northwind' });
    expect(await rowsOf(campaign)).toMatchObject([
      {
        personName: 'Zoë Marchetti',
        status: 'published',
        path: '/hello/zoe-marchetti',
        columns: { firstName: 'Zoë' },
      },
    ]);
    expect(await read(campaign)).toMatchObject({
      rowsCount: 1,
      columns: ['companyName', 'firstName', 'name'],
    });
  });

  test('that is sent again writes nothing, and costs one trip', async () => {
    const campaign = await newCampaign();
    const rows = Array.from({ length: 100 }, (_, n) => someone({ name: `P ${n}` }));
    const first = await sendRows(campaign, rows);
    // The first rows of an isolate read the campaign.
    expect(first.cost.trips).toBeLessThanOrEqual(2);
    const again = await sendRows(campaign, rows);
    expect(again.cost).toMatchObject({ trips: 1, written: 0 });
    expect(new Set(again.body.results.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
    const linksOf = (of: typeof first) => of.body.results.map(({ pageLinkId, path }) => [pageLinkId, path]);
    expect(linksOf(again)).toEqual(linksOf(first));
    expect(await read(campaign)).toMatchObject({ rowsCount: 100 });
  });

  test('with other values publishes them, and keeps its link', async () => {
    const campaign = await newCampaign();
    const { person } = someone();
    const first = await writeOne(campaign, { person, columns: { name: 'A' } });
    expect(await titleAt(first.path)).toBe('Hello A');
    const second = await writeOne(campaign, { person, columns: { name: 'B' } });
    expect(second).toMatchObject({ status: 200, outcome: 'updated', path: first.path, isNewAudience: false });
    expect(await titleAt(first.path)).toBe('Hello B');
    const { items } = await versionsOf({ ...campaign, audienceId: first.audienceId ?? '' });
    expect(items.map(({ versionNumber, status }) => [versionNumber, status])).toEqual([
      [2, 'published'],
      [1, 'archived'],
    ]);
  });

  test('with a value that no template uses is kept, and publishes nothing', async () => {
    const campaign = await newCampaign();
    const { person } = someone({ name: 'A' });
    const first = await writeOne(campaign, { person, columns: {} });
    expect(await writeOne(campaign, { person, columns: { industry: 'Steel' } })).toMatchObject({
      outcome: 'updated',
    });
    expect((await versionsOf({ ...campaign, audienceId: first.audienceId ?? '' })).items).toHaveLength(1);
    expect(await rowsOf(campaign)).toMatchObject([{ columns: { industry: 'Steel' } }]);
  });

  test('for a person who has an audience of the page is that audience, with its draft', async () => {
    const pageId = await newPageId();
    const person = await newPerson({ email: `${unique()}@x.example` });
    const { personId, email } = person;
    const audience = await audienceOf(pageId, {
      personId,
      metadataOverride: { description: 'By hand' },
      supplementaryContext: 'Draft by hand',
    });
    const campaign = await newCampaign({}, pageId);
    const result = await writeOne(campaign, {
      person: { email, name: 'Somebody' },
      columns: { name: 'Zoë' },
    });
    expect(result).toMatchObject({
      outcome: 'created',
      personId,
      isNewPerson: false,
      audienceId: audience.audienceId,
      isNewAudience: false,
    });
    await deliverAll();
    expect((await resolve(result.path)).content).toMatchObject({
      metadata: { title: 'Hello Zoë', description: 'By hand' },
      supplementaryContext: 'Draft by hand',
    });
  });

  test('for a personId takes the columns alone', async () => {
    const campaign = await newCampaign();
    const { personId, name } = await newPerson();
    const result = await writeOne(campaign, { personId, columns: { name: 'Zoë' } });
    expect(result).toMatchObject({ outcome: 'created', personId, isNewPerson: false });
    expect(await personOf(personId)).toMatchObject({ name });
    expect(await writeOne(campaign, { personId: 'person_x', columns: {} })).toMatchObject({
      status: 404,
      problem: { code: 'person_not_found' },
    });
  });

  test('fills blanks of a person who is known', async () => {
    const campaign = await newCampaign();
    const phoneNumber = newPhone();
    const { personId, email } = await newPerson({ email: `${unique()}@x.example` });
    await writeOne(campaign, { person: { email, name: 'Other', phoneNumber } });
    expect(await personOf(personId)).toMatchObject({ name: 'Anna Berg', phoneNumber });
  });
});

describe('the path of a row', () => {
  test.each([
    ['Zoë O’Neil', 'zoe-o-neil'],
    ['Müller & Söhne GmbH', 'muller-sohne-gmbh'],
    ['王伟', '王伟'],
    ['../../admin', 'admin'],
    ['a/b?c#d%2F', 'a-b-c-d-2f'],
    ['   ', ''],
    ['An\u00adna \u3164\u200b', 'anna'],
    ['\u3164', ''],
  ])('has %j as %j', (value, path) => {
    expect(inPath(value)).toBe(path);
  });

  test('gets a short end if another row has it', async () => {
    const campaign = await newCampaign();
    const [first, second, third] = await write(campaign, [
      someone({ name: 'Anna' }),
      someone({ name: 'Anna' }),
      someone({ name: 'anna!' }),
    ]);
    expect(second?.path).toMatch(new RegExp(`^${first?.path}-[0-9a-z]{4}$`));
    expect(third?.path).toMatch(new RegExp(`^${first?.path}-[0-9a-z]{4}$`));
    expect(third?.path).not.toBe(second?.path);
  });

  test.each(['constructor', '__proto__', 'toString'])('has no value of a column %s', async (name) => {
    const campaign = await newCampaign({ path: `/${unique()}/{{${name}}}` });
    expect(await writeOne(campaign, someone())).toMatchObject({
      status: 400,
      problem: { errors: [{ path: `rows.0.columns.${name}`, code: 'required' }] },
    });
    const other = await newCampaign({ path: `/${unique()}/{{${name}|x}}` });
    expect((await writeOne(other, someone())).path).toBe(other.path.replace(/\{.*/, 'x'));
  });

  test('is never longer than a path may be', async () => {
    const campaign = await newCampaign({ path: `/${unique()}/${'x'.repeat(2030)}%20{{name}}` });
    const found = await write(campaign, [someone({ name: 'Anna' }), someone({ name: 'Anna' })]);
    expect(found.map(({ path }) => path?.length)).toEqual([2043, 2048]);
    const longest = await newCampaign({ path: `/${unique()}/${'x'.repeat(2033)}%3F%20%3F` });
    const others = await write(longest, [someone(), someone()]);
    for (const { path, audienceId } of [...found, ...others]) {
      expect(path?.length).toBeLessThanOrEqual(2048);
      await deliverAll();
      expect(await resolve(path)).toMatchObject({ audienceId });
    }
  });

  test('is refused if another row has it, where the campaign says so', async () => {
    const campaign = await newCampaign({ onPathTaken: 'refuse' });
    const anna = someone({ name: 'Anna' });
    const [first, second] = await write(campaign, [anna, someone({ name: 'Anna' })]);
    expect(second).toMatchObject({
      status: 409,
      outcome: null,
      personId: null,
      problem: { code: 'path_taken', conflictingId: first?.pageLinkId },
    });
    expect(await writeOne(campaign, anna)).toMatchObject({ outcome: 'unchanged' });
    expect(await read(campaign)).toMatchObject({ rowsCount: 1 });
  });

  test.each(['suffix', 'refuse'])('is refused if any other link has it: %s', async (onPathTaken) => {
    const pageId = await newPageId();
    const campaign = await newCampaign({ onPathTaken, path: `/${unique()}/{{name}}` }, pageId);
    const path = campaign.path.replace('{{name}}', 'anna');
    const { pageLinkId } = await newLink({ path, target: { targetType: 'page', pageId } });
    const anna = someone({ name: 'Anna' });
    await writesNothing(async () => {
      expect(await writeOne(campaign, anna)).toMatchObject({
        problem: { code: 'path_taken', conflictingId: pageLinkId },
      });
    });
  });

  test('is the link that leads to their audience already', async () => {
    const pageId = await newPageId();
    const campaign = await newCampaign({ path: `/${unique()}/{{name}}` }, pageId);
    const { personId } = await newPerson();
    const { audienceId } = await audienceOf(pageId, { personId });
    const path = campaign.path.replace('{{name}}', 'anna');
    const { pageLinkId } = await newLink({ path, target: { audienceId } });
    expect(await writeOne(campaign, { personId, columns: { name: 'Anna' } })).toMatchObject({
      outcome: 'created',
      pageLinkId,
      path,
    });
  });
});

describe('a row is refused', () => {
  const campaignOf = async () => {
    const { pageId } = await newPage({
      fields: [{ name: 'headline', label: 'Headline', kind: 'text', default: 'Hi', maxLength: 10 }],
    });
    return newCampaign(
      {
        words: {
          fieldOverrides: { headline: 'Hi {{first}}' },
          actionUrlOverride: '{{url|https://x.example/}}?for={{first}}',
        },
        path: `/${unique()}/{{first}}`,
      },
      pageId,
    );
  };
  test.each([
    [{}, 400, 'rows.0.columns.first required'],
    [{ first: '  ' }, 400, 'rows.0.columns.first required'],
    [{ first: '…' }, 400, 'rows.0.columns.first required'],
    [{ first: '\u200b\u3164' }, 400, 'rows.0.columns.first required'],
    [{ first: 'Maximiliane' }, 422, 'rows.0.words.fieldOverrides.headline too_long'],
    [{ first: 'Jo\nAnn' }, 422, 'rows.0.words.fieldOverrides.headline invalid_type'],
    [{ first: 'Jo', url: 'javascript:alert(1)' }, 400, 'rows.0.words.actionUrlOverride invalid_value'],
    [{ first: 'x'.repeat(2001) }, 400, 'rows.0.columns.first too_long'],
  ])('for the columns %j', async (columns, status, error) => {
    const campaign = await campaignOf();
    await writesNothing(async () => {
      const { problem, ...result } = await writeOne(campaign, someone({}, columns));
      expect(result.status).toBe(status);
      expect(problem?.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([error]);
    });
  });

  test('soon if a text would be far too long', async () => {
    const campaign = await newCampaign({ words: { supplementaryContext: '{{a}}'.repeat(2000) } });
    const rows = Array.from({ length: 100 }, () => someone({}, { a: '字'.repeat(2000) }));
    const start = Date.now();
    const found = await write(campaign, rows);
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([400]));
    expect(Date.now() - start).toBeLessThan(20_000);
  });

  test('and the others are written', async () => {
    const campaign = await newCampaign();
    const found = await write(campaign, [
      7,
      someone({ email: 'x' }),
      { columns: {} },
      someone({ name: 'A' }),
    ]);
    expect(found.map(({ status }) => status)).toEqual([400, 400, 400, 201]);
  });

  test('for an audience that is archived', async () => {
    const pageId = await newPageId();
    const campaign = await newCampaign({}, pageId);
    const { personId } = await newPerson();
    const audience = await audienceOf(pageId, { personId });
    await act(audience, 'archive');
    expect(await writeOne(campaign, { personId, columns: {} })).toMatchObject({
      status: 409,
      problem: { code: 'audience_archived', conflictingId: audience.audienceId },
    });
  });
});

describe('values are plain text', () => {
  test.each([
    '{{name}}',
    '{{other|x}}',
    '<script>alert(1)</script>',
    "'); DROP TABLE persons; --",
    '#{process.env}',
    '$& $1 \\',
    '👩🏽‍🚀 ‏עברית',
    '"quoted" and \\"escaped\\"',
    '__proto__',
  ])('%s', async (value) => {
    const campaign = await newCampaign({ words: { metadataOverride: { title: '{{value}}' } } });
    const { path } = await writeOne(campaign, someone({}, { value, other: 'no', constructor: 'c' }));
    expect(await titleAt(path)).toBe(value);
  });

  test('and are percent-encoded in a URL', async () => {
    const campaign = await newCampaign({
      words: {
        actionUrlOverride: 'https://x.example/book?for={{value}}&x=1',
        metadataOverride: { canonicalUrl: '{{url}}' },
      },
    });
    const { path } = await writeOne(
      campaign,
      someone({}, { value: 'A&B=ü/?#', url: 'https://y.example/?a=b' }),
    );
    await deliverAll();
    expect((await resolve(path)).content).toMatchObject({
      actionUrl: 'https://x.example/book?for=A%26B%3D%C3%BC%2F%3F%23&x=1',
      metadata: { canonicalUrl: 'https://y.example/?a=b' },
    });
  });
});

describe('rows', () => {
  test('in a dry run say what they would become, and write nothing', async () => {
    const campaign = await newCampaign();
    const known = someone({ name: 'Known' });
    await write(campaign, [known]);
    const { email } = await newPerson({ email: `${unique()}@x.example` });
    await writesNothing(async () => {
      const found = await write(
        campaign,
        [known, { person: { email }, columns: {} }, someone({ name: 'New' }), { columns: {} }],
        { dryRun: true },
      );
      expect(found.map(({ status, outcome, isNewPerson }) => [status, outcome, isNewPerson])).toEqual([
        [200, 'unchanged', false],
        [201, 'created', false],
        [201, 'created', true],
        [400, null, false],
      ]);
      expect(found[2]).toMatchObject({
        personId: null,
        audienceId: null,
        path: campaign.path.replace('{{name|you}}', 'new'),
        words: { metadataOverride: { title: 'Hello New' } },
      });
    });
  });

  test('are filled again when the campaign changes', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    await patch(campaign, { words: { metadataOverride: { title: 'Bye {{name}}' } } });
    const { path } = await writeOne(campaign, someone({ name: 'Zoë' }));
    expect(await titleAt(path)).toBe('Bye Zoë');
  });

  test('whose answer is lost are written once', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    const rows = [someone({ name: 'A' }), someone({ name: 'B' })];
    const { body } = await sendRows(campaign, rows, {}, losing());
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    expect(await read(campaign)).toMatchObject({ rowsCount: 3 });
  });

  test('whose answer is lost are created, although they are written again meanwhile', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    const row = someone({ name: 'A' });
    const meanwhile = async () => {
      await writeOne(campaign, { ...row, columns: { name: 'B' } });
    };
    const { body } = await sendRows(campaign, [row], {}, losing({ meanwhile }));
    expect(body.results).toMatchObject([{ status: 201, outcome: 'created' }]);
    expect(await rowsOf(campaign)).toMatchObject([{ columns: {} }, { columns: { name: 'B' } }]);
  });

  test('of somebody who is erased while the campaign changes and the answer is lost stay away', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    const row = someone({ name: 'Gone' });
    const meanwhile = async () => {
      const [, gone] = await rowsOf(campaign);
      await send('DELETE', `/v0/persons/${gone?.personId}`);
      await patch(campaign, { name: 'Other' });
    };
    const { body } = await sendRows(campaign, [row], {}, losing({ meanwhile }));
    expect(body.results).toMatchObject([{ status: 404, problem: { code: 'person_not_found' } }]);
    expect(await read(campaign)).toMatchObject({ rowsCount: 1 });
  });

  test('of 100 people with as many words as an audience may have are written', async () => {
    const { pageId } = await newPage({
      fields: [{ name: 'story', label: 'Story', kind: 'long', default: '', maxLength: 10_000 }],
    });
    const words = {
      supplementaryContext: `${'字'.repeat(9990)}{{name}}`,
      actionFormInstructionsOverride: '字'.repeat(5000),
      fieldOverrides: { story: '字'.repeat(9900) },
    };
    const campaign = await newCampaign({ words }, pageId);
    const rows = Array.from({ length: 100 }, (_, n) => someone({ name: `P ${n}` }));
    const found = await write(campaign, rows);
    expect(new Set(found.map(({ outcome, problem }) => outcome ?? problem))).toEqual(new Set(['created']));
    await patch(campaign, { words: { ...words, supplementaryContext: `${'語'.repeat(9990)}{{name}}` } });
    await begin(campaign, 'publish');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', changed: 100, refused: 0 });
  });

  test('are sent to D1 in statements of half of what it takes, in bytes', () => {
    const arrays = arraysOf(Array.from({ length: 100 }, () => JSON.stringify('字'.repeat(25_000))));
    expect(arrays.flatMap((array) => JSON.parse(array))).toHaveLength(100);
    for (const array of arrays) expect(new TextEncoder().encode(array).length).toBeLessThan(1_001_000);
  });

  test('that say what they said before other words came and went write nothing', async () => {
    const campaign = await newCampaign();
    const row = someone({ name: 'A' });
    await writeOne(campaign, row);
    await patch(campaign, { words: { metadataOverride: { description: 'Bye' } } });
    await patch(campaign, { words: campaign.words });
    expect(await writeOne(campaign, row)).toMatchObject({ outcome: 'unchanged' });
  });

  test('sent by two at once become one of each', async () => {
    const campaign = await newCampaign();
    const rows = Array.from({ length: 30 }, (_, n) => someone({ name: `P ${n % 5}` }));
    const all = await Promise.all([1, 2, 3].map(() => write(campaign, rows)));
    expect(await read(campaign)).toMatchObject({ rowsCount: 30 });
    const links = all.map((found) => found.map(({ pageLinkId, path }) => `${pageLinkId} ${path}`));
    expect(links[1]).toEqual(links[0]);
    expect(links[2]).toEqual(links[0]);
    expect(new Set(links[0]).size).toBe(30);
  });

  test('are 10,000 at most, also if two send the last one at once', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    await env.DB.prepare('update campaigns set rows_count = 9998 where campaign_id = ?')
      .bind(campaign.campaignId)
      .run();
    const all = await Promise.all([1, 2, 3].map(() => write(campaign, [someone(), someone()])));
    expect(all.flatMap((found) => found.map(({ problem }) => problem?.code ?? '')).sort()).toEqual([
      '',
      '',
      ...Array.from({ length: 4 }, () => 'campaign_full'),
    ]);
    expect(await read(campaign)).toMatchObject({ rowsCount: 10_000 });
  });

  test('of another page, of no campaign, and of one that is archived are refused whole', async () => {
    const campaign = await newCampaign();
    const other = { ...campaign, pageId: await newPageId() };
    expect((await sendRows(other, [someone()])).body).toMatchObject({ code: 'campaign_not_found' });
    expect((await sendRows({ ...campaign, pageId: 'page_x' }, [someone()])).body).toMatchObject({
      code: 'page_not_found',
    });
  });
});
