import { newAnnotation, patch, post } from '../../support/annotations.ts';
import { outcome, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a new annotation', () => {
  test('without a page is one of the workspace', async () => {
    expect([(await newAnnotation()).pageId, (await newAnnotation({ pageId: null })).pageId]).toEqual([
      null,
      null,
    ]);
  });

  test.each(['1970-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z', '2027-05-01T12:00:00+02:00'])(
    'may have happened at %s',
    async (happenedAt) => {
      expect((await newAnnotation({ happenedAt })).happenedAt).toBe(new Date(happenedAt).toISOString());
    },
  );

  test.each([
    '1969-12-31T23:59:59.999Z',
    '2100-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T00:00:00Z',
  ])('is refused for a time before 1970 or after 2099: %s', async (happenedAt) => {
    const reply = await writesNothing(() => post({ happenedAt }));
    expect(violationsOf(reply)).toEqual(['body happenedAt invalid_value']);
  });

  test('of an unknown page is refused with 404, and so is a move to one', async () => {
    const annotation = await newAnnotation();
    await writesNothing(async () => {
      for (const pageId of ['page_none', '%', "' or 1=1--"]) {
        expect(outcome(await post({ pageId }))).toEqual([404, 'page_not_found']);
        expect(outcome(await patch(annotation, { pageId, text: 'Moved' }))).toEqual([404, 'page_not_found']);
      }
    });
  });
});
