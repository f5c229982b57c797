import { inPath } from '../../../../src/lib/template-path.ts';
import { audienceOf } from '../../support/audiences.ts';
import {
  deliverAll,
  newCampaign,
  read,
  resolve,
  someone,
  unique,
  write,
  writeOne,
} from '../../support/campaigns.ts';
import { newLink } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('the path of a row', () => {
  test.each([
    ['Zoë O’Neil', 'zoe-o-neil'],
    ['Müller & Söhne GmbH', 'muller-sohne-gmbh'],
    ['王伟', '王伟'],
    ['../../admin', 'admin'],
    ['a/b?c#d%2F', 'a-b-c-d-2f'],
    ['   ', ''],
    ['An\u00adna \u3164\u200b', 'anna'],
    ['\u3164', ''],
  ])('has %j as %j', (value, path) => {
    expect(inPath(value)).toBe(path);
  });

  test('gets a short end if another row has it', async () => {
    const campaign = await newCampaign();
    const [first, second, third] = await write(campaign, [
      someone({ name: 'Anna' }),
      someone({ name: 'Anna' }),
      someone({ name: 'anna!' }),
    ]);
    expect(second?.path).toMatch(new RegExp(`^${first?.path}-[0-9a-z]{4}$`));
    expect(third?.path).toMatch(new RegExp(`^${first?.path}-[0-9a-z]{4}$`));
    expect(third?.path).not.toBe(second?.path);
  });

  test.each(['constructor', '__proto__', 'toString'])('has no value of a column %s', async (name) => {
    const campaign = await newCampaign({ path: `/${unique()}/{{${name}}}` });
    expect(await writeOne(campaign, someone())).toMatchObject({
      status: 400,
      problem: { errors: [{ path: `rows.0.columns.${name}`, code: 'required' }] },
    });
    const other = await newCampaign({ path: `/${unique()}/{{${name}|x}}` });
    expect((await writeOne(other, someone())).path).toBe(other.path.replace(/\{.*/, 'x'));
  });

  test('is never longer than a path may be', async () => {
    const campaign = await newCampaign({ path: `/${unique()}/${'x'.repeat(2030)}%20{{name}}` });
    const found = await write(campaign, [someone({ name: 'Anna' }), someone({ name: 'Anna' })]);
    expect(found.map(({ path }) => path?.length)).toEqual([2043, 2048]);
    const longest = await newCampaign({ path: `/${unique()}/${'x'.repeat(2033)}%3F%20%3F` });
    const others = await write(longest, [someone(), someone()]);
    for (const { path, audienceId } of [...found, ...others]) {
      expect(path?.length).toBeLessThanOrEqual(2048);
      await deliverAll();
      expect(await resolve(path)).toMatchObject({ audienceId });
    }
  });

  test('is refused if another row has it, where the campaign says so', async () => {
    const campaign = await newCampaign({ onPathTaken: 'refuse' });
    const anna = someone({ name: 'Anna' });
    const [first, second] = await write(campaign, [anna, someone({ name: 'Anna' })]);
    expect(second).toMatchObject({
      status: 409,
      outcome: null,
      personId: null,
      problem: { code: 'path_taken', conflictingId: first?.pageLinkId },
    });
    expect(await writeOne(campaign, anna)).toMatchObject({ outcome: 'unchanged' });
    expect(await read(campaign)).toMatchObject({ rowsCount: 1 });
  });

  test.each(['suffix', 'refuse'])('is refused if any other link has it: %s', async (onPathTaken) => {
    const pageId = await newPageId();
    const campaign = await newCampaign({ onPathTaken, path: `/${unique()}/{{name}}` }, pageId);
    const path = campaign.path.replace('{{name}}', 'anna');
    const { pageLinkId } = await newLink({ path, target: { targetType: 'page', pageId } });
    const anna = someone({ name: 'Anna' });
    await writesNothing(async () => {
      expect(await writeOne(campaign, anna)).toMatchObject({
        problem: { code: 'path_taken', conflictingId: pageLinkId },
      });
    });
  });

  test('is the link that leads to their audience already', async () => {
    const pageId = await newPageId();
    const campaign = await newCampaign({ path: `/${unique()}/{{name}}` }, pageId);
    const { personId } = await newPerson();
    const { audienceId } = await audienceOf(pageId, { personId });
    const path = campaign.path.replace('{{name}}', 'anna');
    const { pageLinkId } = await newLink({ path, target: { audienceId } });
    expect(await writeOne(campaign, { personId, columns: { name: 'Anna' } })).toMatchObject({
      outcome: 'created',
      pageLinkId,
      path,
    });
  });
});
