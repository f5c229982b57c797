import { read as readAudience } from '../../support/audiences.ts';
import { ask, begin, campaignWith, deliver } from '../../support/campaign-jobs.ts';
import { patch, read, rowsOf, sendRows, someone, write } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';

describe('a campaign that is archived', () => {
  test('archives the audiences of all rows, with what is on its way', async () => {
    const campaign = await campaignWith(2);
    const [late] = await write(campaign, [someone({ name: 'Late' })]);
    expect(await begin(campaign, 'archive')).toMatchObject({
      archivedAt: expect.any(String),
      job: { kind: 'archive', state: 'running', total: 3 },
    });
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 3, changed: 3 });
    for (const { audienceId, path } of await rowsOf(campaign)) {
      expect(await readAudience({ ...campaign, audienceId })).toMatchObject({ status: 'archived' });
      const resolved = await send<{ source: string }>(
        'GET',
        `/v0/page_links/resolve?path=${encodeURIComponent(path)}`,
      );
      expect(resolved.body.source).toBe('page');
    }
    expect(late?.audienceId).toBeTruthy();
  });

  test('takes no rows and no words', async () => {
    const campaign = await campaignWith(1);
    await begin(campaign, 'archive');
    await deliver();
    expect((await sendRows(campaign, [someone()])).body).toMatchObject({ code: 'campaign_archived' });
    expect((await patch(campaign, { name: 'x' })).body).toMatchObject({ code: 'campaign_archived' });
    expect((await ask(campaign, 'publish')).body).toMatchObject({ code: 'campaign_archived' });
  });
});
