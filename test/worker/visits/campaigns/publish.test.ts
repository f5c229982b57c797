import { act } from '../../support/audiences.ts';
import { ask, begin, campaignWith, deliver } from '../../support/campaign-jobs.ts';
import { newCampaign, patch, read, rowsOf, someone, write, writeOne } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';

const titlesOf = async (of: Parameters<typeof rowsOf>[0]) =>
  Promise.all(
    (await rowsOf(of)).map(async ({ path }) => {
      const query = `path=${encodeURIComponent(path)}`;
      type Resolved = { content: { metadata: { title: string } } };
      return (await send<Resolved>('GET', `/v0/page_links/resolve?${query}`)).body.content.metadata.title;
    }),
  );

describe('new words for all rows', () => {
  test('are published by a job, which says how far it is', async () => {
    const campaign = await campaignWith(3);
    const links = (await rowsOf(campaign)).map(({ path }) => path);
    await patch(campaign, { words: { metadataOverride: { title: 'Bye {{name}}' } } });
    expect((await titlesOf(campaign)).sort()).toEqual(['Hello P 0', 'Hello P 1', 'Hello P 2']);
    expect((await begin(campaign, 'publish')).job).toMatchObject({
      kind: 'publish',
      state: 'running',
      total: 3,
      done: 0,
      endedAt: null,
    });
    await deliver();
    expect((await read(campaign)).job).toMatchObject({
      state: 'done',
      total: 3,
      done: 3,
      changed: 3,
      refused: 0,
    });
    expect((await titlesOf(campaign)).sort()).toEqual(['Bye P 0', 'Bye P 1', 'Bye P 2']);
    expect((await rowsOf(campaign)).map(({ path }) => path)).toEqual(links);
  });

  test('leave rows alone that say the same', async () => {
    const campaign = await campaignWith(3);
    await begin(campaign, 'publish');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 3, changed: 0 });
  });

  test('clear what the template does not say any more', async () => {
    const campaign = await newCampaign({
      words: { metadataOverride: { title: 'A', description: '{{name}}' } },
    });
    await write(campaign, [someone({ name: 'Zoë' })]);
    await deliver();
    await patch(campaign, { words: { metadataOverride: { title: 'B' } } });
    await begin(campaign, 'publish');
    await deliver();
    const [row] = await rowsOf(campaign);
    type Found = { metadataOverride: { title: string; description: string } };
    const { body } = await send<Found>('GET', `/v0/pages/${campaign.pageId}/audiences/${row?.audienceId}`);
    expect(body.metadataOverride).toMatchObject({ title: 'B', description: '' });
  });

  test('name the rows that cannot have them', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone({ name: 'A' }, { city: 'Bonn' }), someone({ name: 'B' })]);
    await patch(campaign, { words: { metadataOverride: { title: '{{city}}' } } });
    await begin(campaign, 'publish');
    await deliver();
    const { job } = await read(campaign);
    expect(job).toMatchObject({ state: 'done', done: 2, changed: 1, refused: 1 });
    expect(job?.problems).toEqual([
      {
        personId: expect.stringMatching(/^person_/),
        row: null,
        detail: 'columns.city has no value here, and the template has no default for it',
      },
    ]);
  });

  test('name the rows whose audience says too much already', async () => {
    const fields = ['a', 'b'].map((name) => ({
      name,
      label: name,
      kind: 'long',
      default: '',
      maxLength: 9999,
    }));
    const { pageId } = await newPage({ fields });
    const campaign = await newCampaign({ words: { fieldOverrides: { a: '{{name}}' } } }, pageId);
    const found = await write(campaign, [someone({ name: 'A' }), someone({ name: 'B' })]);
    const { audienceId, personId } = found[0] ?? {};
    await send('PATCH', `/v0/pages/${pageId}/audiences/${audienceId}`, {
      fieldOverrides: { b: 'x'.repeat(9000) },
    });
    await patch(campaign, { words: { fieldOverrides: { a: `{{name}}${'y'.repeat(2000)}` } } });
    await begin(campaign, 'publish');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({
      state: 'done',
      done: 2,
      changed: 1,
      refused: 1,
      problems: [
        { personId, detail: 'words.fieldOverrides is too long with what their audience says already' },
      ],
    });
  });

  test.each(['sent again', 'in a job'])(
    'come back once an audience that was archived is restored: %s',
    async (how) => {
      const campaign = await newCampaign();
      const person = someone({ name: 'Ada' });
      const row = await writeOne(campaign, person);
      const of = { ...campaign, audienceId: row.audienceId ?? '' };
      await ok(act(of, 'archive'));
      await ok(act(of, 'restore'));
      await deliver();
      expect((await rowsOf(campaign))[0]).toMatchObject({ status: 'cancelled' });
      if (how === 'sent again')
        expect(await writeOne(campaign, person)).toMatchObject({ outcome: 'updated' });
      else await begin(campaign, 'publish');
      await deliver();
      expect((await rowsOf(campaign))[0]).toMatchObject({ status: 'published' });
      expect(await titlesOf(campaign)).toEqual(['Hello Ada']);
      expect(await writeOne(campaign, person)).toMatchObject({ outcome: 'unchanged' });
    },
  );

  test('do not replace what is live, when an audience with a published row is restored', async () => {
    const campaign = await newCampaign();
    const person = someone({ name: 'Ada' });
    const row = await writeOne(campaign, person);
    await deliver();
    const of = { ...campaign, audienceId: row.audienceId ?? '' };
    await ok(act(of, 'archive'));
    await ok(act(of, 'restore'));
    expect(await writeOne(campaign, person)).toMatchObject({ outcome: 'unchanged' });
    expect(await titlesOf(campaign)).toEqual(['Hello Ada']);
  });

  test('are refused while a job runs', async () => {
    const campaign = await campaignWith(1);
    await begin(campaign, 'publish');
    expect((await ask(campaign, 'publish')).body).toMatchObject({ code: 'job_running' });
    expect((await patch(campaign, { words: {} })).body).toMatchObject({ code: 'job_running' });
    expect((await patch(campaign, { name: 'Other' })).status).toBe(200);
    await deliver();
    expect((await read(campaign)).job?.state).toBe('done');
  });
});
