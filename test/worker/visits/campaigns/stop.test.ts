import { begin, campaignWith, deliver, step } from '../../support/campaign-jobs.ts';
import { patch, read } from '../../support/campaigns.ts';

describe('a job that is stopped', () => {
  test('changes no further row, and the next one goes over all', async () => {
    const campaign = await campaignWith(210);
    await patch(campaign, { words: { metadataOverride: { title: 'Bye' } } });
    await begin(campaign, 'publish');
    await step();
    expect((await begin(campaign, 'stop')).job).toMatchObject({ state: 'stopped', done: 100, changed: 100 });
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'stopped', done: 100 });
    await begin(campaign, 'publish');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 210, changed: 110 });
  });

  test('is none if none runs', async () => {
    const campaign = await campaignWith(1);
    expect((await begin(campaign, 'stop')).job).toBeNull();
  });
});
