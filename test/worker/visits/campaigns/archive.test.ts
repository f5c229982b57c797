import { read as readAudience } from '../../support/audiences.ts';
import { ask, begin, campaignWith, deliver, step } from '../../support/campaign-jobs.ts';
import { newCampaign, patch, read, rowsOf, sendRows, someone, write } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';

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

  test('leaves audiences that another campaign of the page has, until that one is archived too', async () => {
    const campaign = await campaignWith(2);
    const other = await newCampaign({}, campaign.pageId);
    const [both, alone] = await rowsOf(campaign);
    await write(other, [{ personId: both?.personId }]);
    await deliver();
    await begin(campaign, 'archive');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 2, changed: 1, refused: 0 });
    const statusOf = async (row = both) =>
      (await readAudience({ ...campaign, audienceId: row?.audienceId ?? '' })).status;
    expect([await statusOf(both), await statusOf(alone)]).toEqual(['published', 'archived']);
    await begin(other, 'archive');
    await deliver();
    expect(await statusOf(both)).toBe('archived');
  });

  test('can be stopped, also if no step ever succeeds, and is archived on by the same request', async () => {
    const campaign = await campaignWith(3);
    await begin(campaign, 'archive');
    const message = 'D1_ERROR: malformed JSON of Zoe: SQLITE_ERROR';
    const database = faultyDatabase({ moment: 'before', times: 1000, size: 4, message });
    const { result } = await silent(() => step({ database }));
    expect(result).toBe('retry');
    const lastError = 'The database has refused to write these rows (SQLITE_ERROR).';
    expect((await read(campaign)).job).toMatchObject({ state: 'running', done: 0, lastError });
    const stopped = await begin(campaign, 'stop');
    expect(stopped).toMatchObject({ archivedAt: expect.any(String), job: { state: 'stopped', lastError } });
    await deliver();
    expect((await ask(campaign, 'publish')).body).toMatchObject({ code: 'campaign_archived' });
    expect(await begin(campaign, 'archive')).toMatchObject({
      archivedAt: stopped.archivedAt,
      job: { state: 'running', done: 0, lastError: null },
    });
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 3, changed: 3 });
    expect((await ask(campaign, 'archive')).body).toMatchObject({ code: 'campaign_archived' });
    expect((await begin(campaign, 'stop')).job).toMatchObject({ state: 'done' });
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
