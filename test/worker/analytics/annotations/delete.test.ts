import { env } from 'cloudflare:workers';
import { list, pathOf, post } from '../../support/annotations.ts';
import { etagOf, once, outcome, timestamp } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a deleted annotation', () => {
  test('loses its text and author, and a repeated delete has the same answer', async () => {
    const made = await post();
    const { annotationId } = made.body;
    const late = await once('DELETE', pathOf(made.body), undefined, { headers: { 'if-match': '"9"' } });
    expect(outcome(late)).toEqual([412, 'precondition_failed']);
    const first = await once('DELETE', pathOf(made.body), undefined, {
      headers: { 'if-match': etagOf(made) },
    });
    expect([first.status, first.body]).toEqual([200, { annotationId, deletedAt: timestamp }]);
    await writesNothing(async () => {
      expect((await once('DELETE', pathOf(made.body))).text).toBe(first.text);
      for (const [method, body] of [['GET'], ['PATCH', { text: 'X' }], ['PATCH', {}]] as const)
        expect(outcome(await once(method, pathOf(made.body), body))).toEqual([404, 'annotation_not_found']);
    });
    expect((await list('limit=100')).items.map((item) => item.annotationId)).not.toContain(annotationId);
    const row = env.DB.prepare('select text, author from annotations where annotation_id = ?');
    expect(await row.bind(annotationId).first()).toEqual({ text: '', author: '' });
  });
});
