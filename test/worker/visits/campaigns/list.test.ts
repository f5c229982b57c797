import type { List } from '../../../../src/lib/cursor.ts';
import type { CampaignRow } from '../../../../src/visits/campaigns/schemas.ts';
import { newCampaign, pathOf, someone, write } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';

describe('the rows of a campaign', () => {
  test('come in pages, each once, in one trip', async () => {
    const campaign = await newCampaign();
    const made = await write(
      campaign,
      Array.from({ length: 25 }, (_, n) => someone({ name: `P ${n}` })),
    );
    const found: CampaignRow[] = [];
    let cursor = '';
    do {
      const { body, cost } = await send<List<CampaignRow>>(
        'GET',
        `${pathOf(campaign)}/rows?limit=10${cursor}`,
      );
      expect(cost.trips).toBe(1);
      expect(cost.read).toBeLessThanOrEqual(60);
      expect(body.totalCount).toBe(25);
      found.push(...body.items);
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(found.map(({ pageLinkId }) => pageLinkId).sort()).toEqual(
      made.map(({ pageLinkId }) => pageLinkId).sort(),
    );
  });

  test('are of a campaign of the page', async () => {
    const campaign = await newCampaign();
    const other = { ...campaign, pageId: await newPageId() };
    expect((await send('GET', `${pathOf(other)}/rows`)).body).toMatchObject({ code: 'campaign_not_found' });
  });
});
