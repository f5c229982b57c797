import { patch, post } from '../../support/annotations.ts';
import { newPageId } from '../../support/pages.ts';
import { etagOf, outcome, timestamp } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('an update of an annotation', () => {
  test('changes text, time and page, and keeps its author, unless the annotation has changed since it was read', async () => {
    const made = await post();
    const pageId = await newPageId();
    const change = { text: 'Old price', happenedAt: '2026-03-05T00:00:00.000Z', pageId };
    const changed = await patch(made.body, change, etagOf(made));
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, ...change, updatedAt: timestamp }]);
    expect((await patch(made.body, { pageId: null })).body.pageId).toBeNull();
    await writesNothing(async () => {
      for (const fields of [{ text: 'Late' }, { pageId: 'page_none' }, {}]) {
        const late = await patch(made.body, fields, etagOf(made));
        expect(outcome(late)).toEqual([412, 'precondition_failed']);
      }
      expect((await patch(made.body, {})).status).toBe(200);
    });
  });
});
