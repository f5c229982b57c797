import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import { act, audienceOf, audiencesOf, inList, post } from '../../support/audiences.ts';
import { withALostAnswer } from '../../support/calls.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, outcome } from '../../support/replies.ts';
import { versionsOf } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a page has one audience for a person', () => {
  test('a second audience is 409 and writes nothing, even when the first is archived', async () => {
    const pageId = await newPageId();
    const { personId } = await newPerson();
    const of = await audienceOf(pageId, { personId });
    const refused = () => writesNothing(() => post(pageId, { personId, customName: 'Second' }));
    const conflict = {
      code: 'audience_conflict',
      status: 409,
      field: 'personId',
      conflictingId: of.audienceId,
    };
    expect((await refused()).body).toMatchObject(conflict);
    await ok(act(of, 'archive'));
    expect((await refused()).body).toMatchObject(conflict);
    expect((await audienceOf(await newPageId(), { personId })).personId).toBe(personId);
    expect((await audienceOf(pageId, { personId: null })).personId).toBeNull();
  });

  test('of 50 at once one is created; the answers of the others name it', async () => {
    const pageId = await newPageId();
    const { personId } = await newPerson();
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(pageId, { personId })));
    const created = replies.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const conflictingId = created[0]?.body.audienceId;
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ code: 'audience_conflict', field: 'personId', conflictingId }),
      ]);
    }
    const list = await audiencesOf(pageId);
    expect(list).toMatchObject({ items: created.map(({ body }) => inList(body)), totalCount: 1 });
    expect((await versionsOf(list.items[0] as Audience)).totalCount).toBe(1);
  });

  test('is created once, and does not conflict with itself, when the answer is lost', async () => {
    const pageId = await newPageId();
    const { personId } = await newPerson();
    const created = await withALostAnswer(() => post(pageId, { personId, supplementaryContext: 'x' }));
    expect([created.status, created.cost.trips], created.text).toEqual([201, 2]);
    const list = await audiencesOf(pageId);
    expect(list).toMatchObject({ items: [inList(created.body)], totalCount: 1 });
    expect((await versionsOf(created.body)).items).toEqual([created.body.latestVersion]);
    expect((await audienceOf(pageId)).computedName).toBe('Audience 2');
  });

  test('an unknown page is reported before an unknown person', async () => {
    const unknown = { personId: 'person_x' };
    const answers = [
      await writesNothing(() => post('page_x', unknown)),
      await writesNothing(async () => post('page_x')),
    ];
    expect(answers.map(outcome)).toEqual([
      [404, 'page_not_found'],
      [404, 'page_not_found'],
    ]);
    const pageId = await newPageId();
    const foreign = await newPerson({ name: 'Foreign' }, { workspace: 'acme' });
    for (const { personId } of [unknown, foreign])
      expect(outcome(await writesNothing(() => post(pageId, { personId })))).toEqual([
        404,
        'person_not_found',
      ]);
  });
});

describe('the number in the name of an audience', () => {
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
});
