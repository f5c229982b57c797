import { act, audienceOf, audiencesOf, newAudience, patch, post, read } from '../../support/audiences.ts';
import { contents, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, outcome } from '../../support/replies.ts';
import { publish } from '../../support/versions.ts';

describe('the name of an audience', () => {
  test('counts per page', async () => {
    const [one, other] = [await newPageId(), await newPageId()];
    const names: string[] = [];
    for (const pageId of [one, one, other, one]) names.push((await audienceOf(pageId)).computedName);
    expect(names).toEqual(['Audience 1', 'Audience 2', 'Audience 1', 'Audience 3']);
  });

  test('counts audiences for a person and archived ones too, but not refused ones', async () => {
    const pageId = await newPageId();
    const { personId } = await newPerson();
    await audienceOf(pageId, { personId });
    expect((await post(pageId, { personId })).status).toBe(409);
    expect((await post(pageId, { personId: 'person_x' })).status).toBe(404);
    await ok(act(await audienceOf(pageId), 'archive'));
    expect((await audienceOf(pageId)).computedName).toBe('Audience 3');
  });

  test('is different for each of 30 that are created at once', async () => {
    const pageId = await newPageId();
    const made = await Promise.all(Array.from({ length: 30 }, () => audienceOf(pageId)));
    const numbers = made.map(({ computedName }) => Number(computedName.slice('Audience '.length)));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  test('is the customName, or that of its person after "" or null clears the customName', async () => {
    const { personId, slug, name } = await newPerson({ name: 'Ada Lovelace' });
    const of = await newAudience({ personId });
    const named = {
      personId,
      personRouteKey: slug,
      computedName: name,
      customName: null,
      effectiveName: name,
    };
    expect(of).toMatchObject(named);
    for (const empty of ['', null]) {
      const custom = await ok(patch(of, { customName: 'Countess' }));
      expect(custom).toMatchObject({ ...named, customName: 'Countess', effectiveName: 'Countess' });
      expect(await read(of)).toEqual(custom);
      expect(await ok(patch(of, { customName: empty }))).toEqual(of);
      expect(await read(of)).toEqual(of);
    }
    expect(await newAudience({ personId, customName: 'Other' })).toMatchObject({
      ...named,
      customName: 'Other',
      effectiveName: 'Other',
    });
  });

  test('without a person is the customName, or else its number', async () => {
    const of = await newAudience({ customName: 'Board' });
    const named = { personId: null, personRouteKey: null, computedName: 'Audience 1' };
    expect(of).toMatchObject({ ...named, customName: 'Board', effectiveName: 'Board' });
    for (const empty of ['', null]) {
      await ok(patch(of, { customName: 'Board' }));
      const cleared = await ok(patch(of, { customName: empty }));
      expect(cleared).toMatchObject({ ...named, customName: null, effectiveName: 'Audience 1' });
    }
  });

  test('changes at once and everywhere when its person is renamed', async () => {
    const { personId, slug } = await newPerson({ name: 'Old Name' });
    const of = [await newAudience({ personId }), await newAudience({ personId, customName: 'Custom' })];
    await ok(send('PATCH', `/v0/persons/${personId}`, { name: 'New Name' }));
    for (const before of of) {
      const expected = {
        ...before,
        computedName: 'New Name',
        personRouteKey: slug,
        effectiveName: before.customName ?? 'New Name',
      };
      expect(await read(before)).toEqual(expected);
      const list = await audiencesOf(before.pageId);
      expect(list.items).toEqual([expected]);
    }
  });

  test('is its number after its person is erased: an audience without a person', async () => {
    const { personId } = await newPerson({ name: 'Erased Soul' });
    const pageId = await newPageId();
    await audienceOf(pageId);
    const of = await audienceOf(pageId, { personId, supplementaryContext: 'stays' });
    await publish(of, of.latestVersion);
    const before = await read(of);
    await ok(send('DELETE', `/v0/persons/${personId}`));
    const expected = {
      ...before,
      personId: null,
      personRouteKey: null,
      computedName: 'Audience 2',
      effectiveName: 'Audience 2',
    };
    expect(await read(of)).toEqual(expected);
    const list = await audiencesOf(pageId);
    expect([list.items[0], list.totalCount]).toEqual([expected, 2]);
    expect(outcome(await post(pageId, { personId }))).toEqual([404, 'person_not_found']);
    expect(JSON.stringify(await contents())).not.toMatch(/Erased Soul|erased-soul/);
  });
});
