import { newCampaign, patch, post, read, unique } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { newDomain } from '../../support/page-links.ts';
import { newPage, newPageId } from '../../support/pages.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a campaign', () => {
  test('is created in one trip, with the columns that it uses', async () => {
    const tenantDomainId = await newDomain();
    const pageId = await newPageId();
    const words = {
      metadataOverride: { title: 'For {{ company }} by {{me|us}}' },
      supplementaryContext: '{{x}}{{me}}',
    };
    const { status, body, cost } = await post(pageId, {
      name: 'Spring',
      path: '/{{company}}',
      words,
      tenantDomainId,
    });
    expect(status).toBe(201);
    expect(cost.trips).toBeLessThanOrEqual(2);
    expect(body).toMatchObject({
      pageId,
      name: 'Spring',
      tenantDomainId,
      words,
      onPathTaken: 'suffix',
      columns: ['x', 'me', 'company'],
      hasEarlierWords: false,
      rowsCount: 0,
      job: null,
      archivedAt: null,
    });
    expect(await read(body)).toEqual(body);
    expect((await send('GET', `/v0/pages/${pageId}/campaigns`)).body).toMatchObject({
      items: [body],
      totalCount: 1,
    });
  });

  test.each([
    [{ words: { metadataOverride: { title: 'Hi {{' } } }, 'words.metadataOverride.title invalid_format'],
    [{ words: { metadataOverride: { title: '{{}}' } } }, 'words.metadataOverride.title invalid_format'],
    [{ words: { metadataOverride: { title: '{{a{{b}}}}' } } }, 'words.metadataOverride.title invalid_format'],
    [{ words: { metadataOverride: { titel: 'x' } } }, 'words.metadataOverride.titel unknown_field'],
    [
      { words: { metadataOverride: { title: `${'x'.repeat(300)}{{a}}` } } },
      'words.metadataOverride.title too_long',
    ],
    [
      {
        words: {
          supplementaryContext: Array.from({ length: 501 }, (_, n) => `{{c${n}}}`).join(''),
        },
      },
      'words too_long',
    ],
    [{ words: { customName: 'x' } }, 'words.customName unknown_field'],
    [{ path: '' }, 'path too_short'],
    [{ path: '{{a' }, 'path invalid_format'],
    [{ path: '/for?x={{a}}' }, 'path invalid_value'],
    [{ path: 'https://x.example/{{a}}' }, 'path invalid_value'],
    [{ path: '/%zz/{{a}}' }, 'path invalid_format'],
    [{ path: `/${'\u3000'.repeat(300)}/{{a}}` }, 'path too_long'],
    [{ onPathTaken: 'x' }, 'onPathTaken not_allowed'],
    [{ name: ' ' }, 'name invalid_value'],
  ])('is refused for %j', async (fields, error) => {
    const pageId = await newPageId();
    await writesNothing(async () => {
      const { status, body } = await post(pageId, { name: 'x', path: '/{{a}}', words: {}, ...fields });
      expect(status).toBe(400);
      expect(body.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([error]);
    });
  });

  test('is refused for a page, a domain and fields that are not there', async () => {
    const pageId = await newPageId();
    const of = { name: 'x', path: '/{{a}}', words: {} };
    expect((await post('page_x', of)).body).toMatchObject({ code: 'page_not_found' });
    expect((await post(pageId, { ...of, tenantDomainId: 'x' })).body).toMatchObject({
      code: 'tenant_domain_not_found',
    });
    const words = { fieldOverrides: { headline: 'x' } };
    expect((await post(pageId, { ...of, words })).body).toMatchObject({
      code: 'fields_mismatch',
      errors: [{ path: 'words.fieldOverrides.headline', code: 'unknown_field' }],
    });
    const fields = [{ name: 'headline', label: 'Headline', kind: 'text', default: 'Hi' }];
    expect((await post((await newPage({ fields })).pageId, { ...of, words })).status).toBe(201);
  });

  test('is one of 100 of its page at most', async () => {
    const pageId = await newPageId();
    for (let n = 0; n < 100; n++) await newCampaign({ path: `/${unique()}/{{name}}` }, pageId);
    expect((await post(pageId, { name: 'x', path: '/{{a}}', words: {} })).body).toMatchObject({
      code: 'campaigns_full',
    });
  });

  test('changes with its tag', async () => {
    const campaign = await newCampaign();
    expect((await patch(campaign, { name: 'Autumn' }, { 'if-match': '"0"' })).body).toMatchObject({
      code: 'precondition_failed',
    });
    expect((await patch(campaign, { name: 'Autumn' })).body).toMatchObject({
      name: 'Autumn',
      words: campaign.words,
    });
    const other = { ...campaign, pageId: await newPageId() };
    expect((await patch(other, { name: 'x' })).body).toMatchObject({ code: 'campaign_not_found' });
    expect((await patch(other, {})).body).toMatchObject({ code: 'campaign_not_found' });
  });
});
