import { Groups, tooManyValues } from '../../../../src/analytics/groups.ts';
import type { CampaignResults } from '../../../../src/visits/campaigns/result-schemas.ts';
import type { CampaignRow } from '../../../../src/visits/campaigns/schemas.ts';
import { audienceOf } from '../../support/audiences.ts';
import { newCampaign, pathOf, rowsOf, someone, unique, write } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { newLink } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { after, day, minute, now, setClock } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

const since = new Date(now - 30 * minute).toISOString();

type Of = Parameters<typeof pathOf>[0];
const results = (of: Of, query = '') => send<CampaignResults>('GET', `${pathOf(of)}/results?${query}`);

prepareVisits();

/** A visit of a page through a path: `seconds` of engaged time. */
const visit = (pageId: string, path: string, seconds: number, fields: object = {}) =>
  visitOf(newId(), {
    pageId,
    audienceId: null,
    pageUrl: `https://www.site.example${path}`,
    engagedMs: seconds * 1000,
    activeMs: seconds * 1000,
    elapsedMs: seconds * 1000,
    ...fields,
  });

/** A campaign with rows of two industries, and visits through the links of some. */
async function visited() {
  setClock(now);
  const campaign = await after(-90 * minute, () => newCampaign());
  const industries = ['Steel', 'Steel', 'Steel', 'Food', '  ', undefined];
  const made = await write(
    campaign,
    industries.map((industry, n) => someone({ name: `P ${n}` }, industry === undefined ? {} : { industry })),
  );
  const [first = '', second = '', , fourth = ''] = made.map(({ path }) => path ?? '');
  const { pageId } = campaign;
  await merge(
    visit(pageId, first, 60, { hasConversion: true }),
    visit(pageId, first, 2),
    visit(pageId, second, 3),
    visit(pageId, fourth, 30),
    messageOf(visit(pageId, fourth, 30), now - 60 * minute),
    visit(pageId, '/elsewhere', 60, { hasConversion: true }),
  );
  // A visit counts as a bounce once it is over.
  setClock(now + 60 * minute);
  return { campaign };
}
const brief = ({ rows, opened, engaged, converted, visits }: CampaignResults['total']) => [
  rows,
  opened,
  engaged,
  converted,
  visits.totalSessions,
];

describe('what came of a campaign', () => {
  test('is counted by people and by visits, together and by a column, in one trip', async () => {
    const { campaign } = await visited();
    const { body, cost } = await results(campaign, 'by=industry');
    expect(cost.trips).toBe(1);
    expect(brief(body.total)).toEqual([6, 3, 2, 1, 5]);
    expect(body.values.map(({ value, ...of }) => [value, ...brief(of)])).toEqual([
      ['Steel', 3, 2, 1, 1, 3],
      [null, 2, 0, 0, 0, 0],
      ['Food', 1, 1, 1, 0, 2],
    ]);
    expect(body.unlisted).toBe(0);
  });

  test('is asked for a range, and by a field of the person', async () => {
    const { campaign } = await visited();
    const { body } = await results(campaign, `startDate=${since}&by=name`);
    expect(brief(body.total)).toEqual([6, 3, 2, 1, 4]);
    expect(body.values).toHaveLength(6);
    expect((await results(campaign)).body.values).toEqual([]);
  });

  test('leaves out visits of before the day on which it was created', async () => {
    setClock(now);
    const { pageId } = await newCampaign();
    const { personId } = await newPerson({ name: 'Ada' });
    const { audienceId } = await audienceOf(pageId, { personId });
    const path = `/${unique()}/ada`;
    await newLink({ path, target: { targetType: 'audience', audienceId } });
    await merge(messageOf(visit(pageId, path, 60), now - 2 * day), visit(pageId, path, 60));
    // The visit began a minute ago: at midnight, the day before.
    const campaign = await after(-2 * minute, () => newCampaign({ path }, pageId));
    await write(campaign, [{ personId }]);
    expect(brief((await results(campaign)).body.total)).toEqual([1, 1, expect.any(Number), 0, 1]);
    const listed = `${pathOf(campaign)}/rows?startDate=2000-01-01T00:00:00Z`;
    const { items } = (await send<{ items: CampaignRow[] }>('GET', listed)).body;
    expect(items.map(({ visits }) => visits?.totalSessions)).toEqual([1]);
  });

  test('asks for its own links alone if the workspace has too many', async () => {
    const { campaign } = await visited();
    const own = new Set((await rowsOf(campaign)).map(({ pageLinkId }) => pageLinkId));
    const { path } = await newLink({ target: { targetType: 'page', pageId: campaign.pageId } });
    await merge(visit(campaign.pageId, path, 60));
    const [before, tooMany] = [Groups.prototype.numberOf, tooManyValues()];
    const numberOf = vi.spyOn(Groups.prototype, 'numberOf').mockImplementation(function (this: Groups, key) {
      if (key?.startsWith('page_link_') && !own.has(key)) throw tooMany;
      return before.call(this, key);
    });
    const { body, cost } = await results(campaign);
    const listed = await send<{ items: CampaignRow[] }>('GET', `${pathOf(campaign)}/rows?startDate=${since}`);
    numberOf.mockRestore();
    expect(brief(body.total)).toEqual([6, 3, 2, 1, 5]);
    expect(cost.trips).toBe(3);
    expect(listed.body.items.map(({ visits }) => visits?.totalSessions ?? 0).sort()).toEqual([
      0, 0, 0, 1, 1, 2,
    ]);
  });

  test('stands beside each row with a date', async () => {
    const { campaign } = await visited();
    const { body } = await send<{ items: CampaignRow[] }>(
      'GET',
      `${pathOf(campaign)}/rows?startDate=${since}`,
    );
    const of = Object.fromEntries(
      body.items.map(({ personName, visits }) => [
        personName,
        [visits?.totalSessions, visits?.conversionCount],
      ]),
    );
    expect(of).toEqual({
      'P 0': [2, 1],
      'P 1': [1, 0],
      'P 2': [0, 0],
      'P 3': [1, 0],
      'P 4': [0, 0],
      'P 5': [0, 0],
    });
    expect((await rowsOf(campaign))[0]).not.toHaveProperty('visits');
  });

  test('is of a campaign of the page', async () => {
    const campaign = await newCampaign();
    const other = { ...campaign, pageId: await newPageId() };
    expect((await results(other)).body).toMatchObject({ code: 'campaign_not_found' });
    expect(brief((await results(campaign)).body.total)).toEqual([0, 0, 0, 0, 0]);
  });

  test('names 100 values at most', async () => {
    const campaign = await newCampaign();
    for (let from = 0; from < 150; from += 75)
      await write(
        campaign,
        Array.from({ length: 75 }, (_, n) => someone({ name: `P${from + n}` }, { n: String(from + n) })),
      );
    const { body } = await results(campaign, 'by=n');
    expect([body.values.length, body.unlisted, body.total.rows]).toEqual([100, 50, 150]);
  });
});
