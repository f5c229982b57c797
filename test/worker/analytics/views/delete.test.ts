import { env } from 'cloudflare:workers';
import { once, outcome, timestamp } from '../../support/replies.ts';
import { list, newView, pathOf } from '../../support/views.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a deleted view', () => {
  test('loses its name, address and author, and a repeated delete has the same answer', async () => {
    const made = await newView();
    const { viewId } = made;
    const late = await once('DELETE', pathOf(made), undefined, { headers: { 'if-match': '"9"' } });
    expect(outcome(late)).toEqual([412, 'precondition_failed']);
    const { totalCount } = await list('limit=1');
    const first = await once('DELETE', pathOf(made));
    expect([first.status, first.body]).toEqual([200, { viewId, deletedAt: timestamp }]);
    await writesNothing(async () => {
      expect((await once('DELETE', pathOf(made))).text).toBe(first.text);
      for (const [method, body] of [['GET'], ['PATCH', { address: '/' }], ['PATCH', {}]] as const)
        expect(outcome(await once(method, pathOf(made), body))).toEqual([404, 'view_not_found']);
    });
    expect((await list('limit=1')).totalCount).toBe(totalCount - 1);
    const row = env.DB.prepare('select name, name_key, address, author from views where view_id = ?');
    expect(await row.bind(viewId).first()).toEqual({ name: '', name_key: '', address: '', author: '' });
  });
});
