import { env } from 'cloudflare:workers';
import { audienceOf } from '../../support/audiences.ts';
import { begin, deliver } from '../../support/campaign-jobs.ts';
import {
  deliverAll,
  newCampaign,
  patch,
  read,
  resolve,
  rowsOf,
  sendRows,
  someone,
  unique,
  write,
  writeOne,
} from '../../support/campaigns.ts';
import { newPhone } from '../../support/erasures.ts';
import { newPage, newPageId } from '../../support/pages.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { versionsOf } from '../../support/versions.ts';

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
  test('are filled again when the campaign changes', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    await patch(campaign, { words: { metadataOverride: { title: 'Bye {{name}}' } } });
    const { path } = await writeOne(campaign, someone({ name: 'Zoë' }));
    expect(await titleAt(path)).toBe('Bye Zoë');
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
