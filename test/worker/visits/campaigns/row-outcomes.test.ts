import { act, audienceOf } from '../../support/audiences.ts';
import {
  newCampaign,
  patch,
  read,
  rowsOf,
  sendRows,
  someone,
  unique,
  write,
  writeOne,
} from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { losing } from '../../support/faults.ts';
import { newPage, newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a row is refused', () => {
  const campaignOf = async () => {
    const { pageId } = await newPage({
      fields: [{ name: 'headline', label: 'Headline', kind: 'text', default: 'Hi', maxLength: 10 }],
    });
    return newCampaign(
      {
        words: {
          fieldOverrides: { headline: 'Hi {{first}}' },
          actionUrlOverride: '{{url|https://x.example/}}?for={{first}}',
        },
        path: `/${unique()}/{{first}}`,
      },
      pageId,
    );
  };
  test.each([
    [{}, 400, 'rows.0.columns.first required'],
    [{ first: '  ' }, 400, 'rows.0.columns.first required'],
    [{ first: '…' }, 400, 'rows.0.columns.first required'],
    [{ first: '\u200b\u3164' }, 400, 'rows.0.columns.first required'],
    [{ first: 'Maximiliane' }, 422, 'rows.0.words.fieldOverrides.headline too_long'],
    [{ first: 'Jo\nAnn' }, 422, 'rows.0.words.fieldOverrides.headline invalid_type'],
    [{ first: 'Jo', url: 'javascript:alert(1)' }, 400, 'rows.0.words.actionUrlOverride invalid_value'],
    [{ first: 'x'.repeat(2001) }, 400, 'rows.0.columns.first too_long'],
  ])('for the columns %j', async (columns, status, error) => {
    const campaign = await campaignOf();
    await writesNothing(async () => {
      const { problem, ...result } = await writeOne(campaign, someone({}, columns));
      expect(result.status).toBe(status);
      expect(problem?.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([error]);
    });
  });

  test('soon if a text would be far too long', async () => {
    const campaign = await newCampaign({ words: { supplementaryContext: '{{a}}'.repeat(2000) } });
    const rows = Array.from({ length: 100 }, () => someone({}, { a: '字'.repeat(2000) }));
    const start = Date.now();
    const found = await write(campaign, rows);
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([400]));
    expect(Date.now() - start).toBeLessThan(20_000);
  });

  test('and the others are written', async () => {
    const campaign = await newCampaign();
    const found = await write(campaign, [
      7,
      someone({ email: 'x' }),
      { columns: {} },
      someone({ name: 'A' }),
    ]);
    expect(found.map(({ status }) => status)).toEqual([400, 400, 400, 201]);
  });

  test('for an audience that is archived', async () => {
    const pageId = await newPageId();
    const campaign = await newCampaign({}, pageId);
    const { personId } = await newPerson();
    const audience = await audienceOf(pageId, { personId });
    await act(audience, 'archive');
    expect(await writeOne(campaign, { personId, columns: {} })).toMatchObject({
      status: 409,
      problem: { code: 'audience_archived', conflictingId: audience.audienceId },
    });
  });
});

describe('rows', () => {
  test('in a dry run say what they would become, and write nothing', async () => {
    const campaign = await newCampaign();
    const known = someone({ name: 'Known' });
    await write(campaign, [known]);
    const { email } = await newPerson({ email: `${unique()}@x.example` });
    await writesNothing(async () => {
      const found = await write(
        campaign,
        [known, { person: { email }, columns: {} }, someone({ name: 'New' }), { columns: {} }],
        { dryRun: true },
      );
      expect(found.map(({ status, outcome, isNewPerson }) => [status, outcome, isNewPerson])).toEqual([
        [200, 'unchanged', false],
        [201, 'created', false],
        [201, 'created', true],
        [400, null, false],
      ]);
      expect(found[2]).toMatchObject({
        personId: null,
        audienceId: null,
        path: campaign.path.replace('{{name|you}}', 'new'),
        words: { metadataOverride: { title: 'Hello New' } },
      });
    });
  });

  test('whose answer is lost are written once', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    const rows = [someone({ name: 'A' }), someone({ name: 'B' })];
    const { body } = await sendRows(campaign, rows, {}, losing());
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    expect(await read(campaign)).toMatchObject({ rowsCount: 3 });
  });

  test('whose answer is lost are created, although they are written again meanwhile', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    const row = someone({ name: 'A' });
    const meanwhile = async () => {
      await writeOne(campaign, { ...row, columns: { name: 'B' } });
    };
    const { body } = await sendRows(campaign, [row], {}, losing({ meanwhile }));
    expect(body.results).toMatchObject([{ status: 201, outcome: 'created' }]);
    expect(await rowsOf(campaign)).toMatchObject([{ columns: {} }, { columns: { name: 'B' } }]);
  });

  test('of somebody who is erased while the campaign changes and the answer is lost stay away', async () => {
    const campaign = await newCampaign();
    await write(campaign, [someone()]);
    const row = someone({ name: 'Gone' });
    const meanwhile = async () => {
      const [, gone] = await rowsOf(campaign);
      await send('DELETE', `/v0/persons/${gone?.personId}`);
      await patch(campaign, { name: 'Other' });
    };
    const { body } = await sendRows(campaign, [row], {}, losing({ meanwhile }));
    expect(body.results).toMatchObject([{ status: 404, problem: { code: 'person_not_found' } }]);
    expect(await read(campaign)).toMatchObject({ rowsCount: 1 });
  });
});
