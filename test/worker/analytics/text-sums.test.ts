import { env } from 'cloudflare:workers';
import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { textNames } from '../../../src/vocabulary/facts.ts';
import { measureCount } from '../../../src/vocabulary/measures.ts';
import { storedBlocks } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { newPlace, type Place } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { later } from '../support/times.ts';

// Blocks keep the sums of each text of a column. They answer a question about one column, without the sessions.

const campaigns = async ({ pageId }: Place, query = '') =>
  (await send<Breakdown>('GET', `/v0/pages/${pageId}/analytics/breakdown?by=utmCampaign&${query}`)).body;
const ruin = (change: string) => env.DB.prepare(`update session_blocks set ${change}`).run();

beforeEach(async () => {
  await forgetSessions();
});

async function sealedPlace(): Promise<Place> {
  const of = await newPlace();
  const campaign = "nullif('c' || (n % 12), 'c7')";
  await insertSessions(of, 1500, { campaign, audience: `iif(n % 2, '${of.audienceId}', null)` });
  await sealSessions(openTestDatabase(), later, { isForced: true });
  expect((await storedBlocks()).every(({ utmCampaignSums }) => utmCampaignSums !== null)).toBe(true);
  return of;
}

describe('the sums of texts', () => {
  test('answer a question about one column, and no other', async () => {
    const of = await sealedPlace();
    const queries = ['', 'query=c1', 'utmCampaign=c3&utmCampaign=c4', 'unknown=utmCampaign'];
    const before = await Promise.all(queries.map((query) => campaigns(of, query)));
    const ofAudience = await campaigns(of, `audienceId=${of.audienceId}`);
    await ruin("clicks = '=9'");
    expect(await Promise.all(queries.map((query) => campaigns(of, query)))).toEqual(before);
    expect(await campaigns(of, `audienceId=${of.audienceId}`)).not.toEqual(ofAudience);
  });

  test('do not count if a version that does not know them has written the block again', async () => {
    const of = await sealedPlace();
    const before = await campaigns(of);
    await ruin(`sums = '${measureCount}' || substr(sums, 6), utm_campaign_sums = '=9|' || utm_campaign_sums`);
    expect(await campaigns(of)).toEqual(before);
    await ruin(`sums = '${measureCount}+${textNames.length}' || substr(sums, 3)`);
    expect(await campaigns(of)).not.toEqual(before);
  });
});
