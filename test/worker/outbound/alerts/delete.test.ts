import { env } from 'cloudflare:workers';
import { list, newAlert, pathOf, quiet, remove } from '../../support/alerts.ts';
import { once, outcome } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('an alert that is deleted', () => {
  test('loses its name and condition, and the same answer comes again', async () => {
    const made = await newAlert();
    const { totalCount } = await list('limit=1');
    const first = await remove(made);
    await quiet();
    await writesNothing(async () => {
      expect((await remove(made)).text).toBe(first.text);
      for (const [method, end, body] of [
        ['GET', '/firings'],
        ['PATCH', '', { name: 'x' }],
        ['PATCH', '', {}],
      ] as const)
        expect(outcome(await once(method, `${pathOf(made)}${end}`, body))).toEqual([404, 'alert_not_found']);
    });
    expect((await list('limit=1')).totalCount).toBe(totalCount - 1);
    const row = env.DB.prepare('select name, condition, author, on_after from alerts where alert_id = ?');
    expect(await row.bind(made.alertId).first()).toEqual({
      name: '',
      condition: '{}',
      author: '',
      on_after: null,
    });
  });
});
