import type { AudienceAnalyticsList, WorkspaceAudienceList } from '../../../src/analytics/schemas.ts';
import { newAudienceId } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { newPerson } from '../support/persons.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { noon } from '../support/times.ts';

afterEach(forgetSessions);

let inserted = 0;
/** Visits of an audience of a page, of which some convert. */
async function visit(pageId: string, audienceId: string, visits: number, conversions: number): Promise<void> {
  const id = `'-${++inserted}-'`;
  await insertSessions({ pageId }, visits, { id, audience: `'${audienceId}'` });
  const place = 'cast(substr(analytics_session_id, -6) as integer)';
  const ofThese = `instr(analytics_session_id, ${id}) > 0`;
  await changeSessions({ pageId }, `has_conversion = (${place} < ${conversions})`, ofThese);
}

const ofPage = async (pageId: string, query = 'limit=100') => {
  const path = `/v0/pages/${pageId}/analytics/audiences?${query}`;
  const { status, text, body, cost } = await send<AudienceAnalyticsList>('GET', path);
  expect(status, text).toBe(200);
  return { body, cost };
};
const ofWorkspace = async (query = '') => {
  const { body, cost } = await send<WorkspaceAudienceList>('GET', `/v0/analytics/audiences?${query}`);
  return { body, cost };
};
/** A page with two audiences of these visits and conversions. */
async function newPair(...counts: [visits: number, conversions: number][]) {
  const pageId = await newPageId();
  const audienceIds: string[] = [];
  for (const [visits, conversions] of counts) {
    const audienceId = await newAudienceId(pageId, { customName: `Group ${audienceIds.length}` });
    audienceIds.push(audienceId);
    await visit(pageId, audienceId, visits, conversions);
  }
  return { pageId, audienceIds };
}

describe('the comparison of the audiences of a page', () => {
  test('says that a difference may be chance, and of which range', async () => {
    const { pageId, audienceIds } = await newPair([105, 4], [154, 11]);
    const { body, cost } = await ofPage(pageId, `limit=1&startDate=${new Date(noon).toISOString()}`);
    expect(body.comparison).toMatchObject({
      pageId,
      first: { audienceId: audienceIds[1], name: 'Group 1', totalSessions: 154, conversionCount: 11 },
      against: { audienceId: audienceIds[0], name: 'Group 0', totalSessions: 105, conversionCount: 4 },
      comparedCount: 2,
      isMoreThanChance: false,
      startDate: new Date(noon).toISOString(),
      endDate: null,
    });
    expect(body.comparison?.pValue).toBeCloseTo(0.29, 2);
    expect(cost.trips).toBe(1);
  });

  test('says what is more than chance, also with a filter', async () => {
    const { pageId, audienceIds } = await newPair([850, 18], [1200, 69]);
    for (const query of ['sort=-totalSessions', 'limit=5&unknown=utmCampaign']) {
      const { comparison } = (await ofPage(pageId, query)).body;
      expect(comparison?.first.audienceId, query).toBe(audienceIds[1]);
      expect(comparison?.isMoreThanChance, query).toBe(true);
      expect(comparison?.pValue, query).toBeLessThan(0.001);
    }
    expect((await ofPage(pageId, 'limit=5&utmCampaign=x')).body.comparison).toBeNull();
  });

  test('leaves out who is made for one person, is archived, or has few visits', async () => {
    const { pageId, audienceIds } = await newPair([30, 2], [29, 29], [100, 50]);
    const { personId } = await newPerson();
    const personal = await newAudienceId(pageId, { personId });
    await visit(pageId, personal, 60, 60);
    const { comparison } = (await ofPage(pageId)).body;
    expect([comparison?.first.audienceId, comparison?.against.audienceId, comparison?.comparedCount]).toEqual(
      [audienceIds[2], audienceIds[0], 2],
    );
    await send('POST', `/v0/pages/${pageId}/audiences/${audienceIds[2]}/archive`);
    expect((await ofPage(pageId)).body.comparison).toBeNull();
    expect((await ofWorkspace()).body.comparison).toBeNull();
  });

  test('is left out of an answer without sort and limit', async () => {
    const { pageId } = await newPair([850, 18], [1200, 69]);
    expect(Object.keys((await ofPage(pageId, '')).body)).toEqual(['items']);
  });
});

test('the comparison of a workspace is within the page whose groups have the most visits', async () => {
  // The smaller page has a winner, and the best of all is on it.
  await newPair([100, 90], [100, 1]);
  const { pageId, audienceIds } = await newPair([200, 20], [300, 31]);
  // One group alone is compared with nothing.
  await newPair([900, 100]);
  const { body, cost } = await ofWorkspace('limit=1');
  expect(body.comparison).toMatchObject({
    pageId,
    comparedCount: 2,
    isMoreThanChance: false,
    first: { audienceId: audienceIds[1] },
    against: { audienceId: audienceIds[0] },
  });
  expect(body.items).toHaveLength(1);
  expect(cost.trips).toBe(2);
  const next = await ofWorkspace(`limit=1&cursor=${body.nextCursor}`);
  expect(next.body.comparison).toBeUndefined();
  expect(next.body.items).toHaveLength(1);
});
