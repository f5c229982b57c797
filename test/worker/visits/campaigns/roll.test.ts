import { ask, begin, campaignWith, deliver, step, steps } from '../../support/campaign-jobs.ts';
import { newCampaign, patch, pathOf, read, rowsOf, someone, write } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { versionsOf } from '../../support/versions.ts';

describe('words that are rolled back', () => {
  test('are those before the last change, for the rows that have the new ones', async () => {
    const campaign = await campaignWith(150);
    const before = campaign.words;
    await patch(campaign, { words: { metadataOverride: { title: 'Bye' } } });
    await begin(campaign, 'publish');
    await step();
    await begin(campaign, 'stop');
    expect(await begin(campaign, 'roll_back')).toMatchObject({
      words: before,
      job: { kind: 'publish', total: 150 },
    });
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 150, changed: 100 });
    for (const [place, row] of (await rowsOf(campaign)).entries())
      if (place % 40 === 0) {
        const { items } = await versionsOf({ ...campaign, audienceId: row.audienceId });
        expect(items.map(({ status }) => status)).toEqual(['published', 'archived', 'archived']);
      }
    expect((await begin(campaign, 'roll_back')).words).toEqual({ metadataOverride: { title: 'Bye' } });
  });

  test('are those before the last change, although it was sent twice', async () => {
    const campaign = await campaignWith(1);
    for (const _ of [1, 2]) await patch(campaign, { words: { metadataOverride: { title: 'Bye' } } });
    expect((await begin(campaign, 'roll_back')).words).toEqual(campaign.words);
  });

  test('are those before the last change, with the tag of the campaign as its last job left it', async () => {
    const campaign = await campaignWith(1);
    await patch(campaign, { words: { metadataOverride: { title: 'Bye' } } });
    await begin(campaign, 'publish');
    await deliver();
    const { headers } = await send('GET', pathOf(campaign));
    const tagged = { headers: { 'if-match': headers.get('etag') ?? '' } };
    expect((await ask(campaign, 'roll_back', tagged)).body).toMatchObject({
      words: campaign.words,
      job: { state: 'running' },
    });
  });

  test('leave rows alone that never had others', async () => {
    const campaign = await campaignWith(2);
    await patch(campaign, { words: { metadataOverride: { description: 'Bye' } } });
    await begin(campaign, 'roll_back');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 2, changed: 0 });
  });

  test('need the fields that they name: a page that has lost one changes nothing', async () => {
    const { pageId } = await newPage({ fields: [{ name: 'headline', label: 'Headline', kind: 'text' }] });
    const campaign = await newCampaign(
      { words: { fieldOverrides: { headline: 'Hi {{name|you}}' } } },
      pageId,
    );
    await write(campaign, [someone({ name: 'Ada' })]);
    await deliver();
    await patch(campaign, { words: { metadataOverride: { title: 'Bye' } } });
    await ok(send('PATCH', `/v0/pages/${pageId}`, { fields: [] }));
    const before = await read(campaign);
    expect((await ask(campaign, 'roll_back')).body).toMatchObject({
      code: 'fields_mismatch',
      errors: [{ path: 'words.fieldOverrides.headline', code: 'unknown_field' }],
    });
    expect(await read(campaign)).toEqual(before);
    expect(steps()).toEqual([]);
  });

  test('need words that were changed', async () => {
    const campaign = await campaignWith(1);
    expect(await read(campaign)).toMatchObject({ hasEarlierWords: false });
    expect((await ask(campaign, 'roll_back')).body).toMatchObject({ code: 'no_earlier_words' });
  });
});
