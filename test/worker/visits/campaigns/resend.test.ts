import { minuteMs } from '../../../../src/lib/durations.ts';
import { queue } from '../../support/calls.ts';
import { begin, campaignWith, deliver, steps } from '../../support/campaign-jobs.ts';
import { patch, read } from '../../support/campaigns.ts';

describe('a job whose message is lost', () => {
  test('goes on with the next message of the cron', async () => {
    const campaign = await campaignWith(2);
    await patch(campaign, { words: { metadataOverride: { title: 'Bye' } } });
    await begin(campaign, 'publish');
    queue.sent.splice(0);
    await queue.cron();
    expect(steps()).toEqual([]);
    vi.setSystemTime(Date.now() + 2 * minuteMs);
    await queue.cron();
    expect(steps()).toHaveLength(1);
    await queue.cron();
    expect(steps()).toHaveLength(1);
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 2 });
    vi.useRealTimers();
  });
});
