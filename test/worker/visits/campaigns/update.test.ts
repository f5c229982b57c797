import { newCampaign, patch, read } from '../../support/campaigns.ts';

describe('a change of a campaign', () => {
  test('changes what it names, and the columns that follow', async () => {
    const campaign = await newCampaign();
    const { body, status } = await patch(campaign, { path: '/x/{{company}}', onPathTaken: 'refuse' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ path: '/x/{{company}}', onPathTaken: 'refuse', words: campaign.words });
    expect(body.columns).toEqual(['name', 'company']);
    expect(await read(campaign)).toEqual(body);
  });

  test('of words is refused for fields that the page does not have', async () => {
    const campaign = await newCampaign();
    expect((await patch(campaign, { words: { fieldOverrides: { x: 'y' } } })).body).toMatchObject({
      code: 'fields_mismatch',
    });
    expect(await read(campaign)).toEqual(campaign);
  });
});
