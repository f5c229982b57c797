import { ask, begin, campaignWith, deliver, steps } from '../../support/campaign-jobs.ts';
import { patch, read } from '../../support/campaigns.ts';
import { losing } from '../../support/faults.ts';

describe('a job of a campaign', () => {
  test('is started once if its answer is lost', async () => {
    const campaign = await campaignWith(1);
    const { body } = await ask(campaign, 'publish', losing());
    expect(body.job).toMatchObject({ state: 'running' });
    expect(steps()).toHaveLength(1);
    await deliver();
  });

  test('of a campaign without rows is done at once', async () => {
    const campaign = await campaignWith(0);
    await begin(campaign, 'publish');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', total: 0, done: 0 });
  });

  test('starts with the tag of the campaign', async () => {
    const campaign = await campaignWith(1);
    expect((await ask(campaign, 'publish', { headers: { 'if-match': '"0"' } })).body).toMatchObject({
      code: 'precondition_failed',
    });
    expect((await patch(campaign, { name: 'free' })).status).toBe(200);
  });
});
