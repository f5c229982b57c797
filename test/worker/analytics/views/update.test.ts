import { etagOf, outcome, timestamp } from '../../support/replies.ts';
import { newName, patch, post } from '../../support/views.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('an update of a view', () => {
  test('changes name and address and keeps its author, unless the view has changed since it was read', async () => {
    const made = await post();
    const change = { name: newName(), address: '/topics' };
    const changed = await patch(made.body, change, etagOf(made));
    expect(changed.body).toEqual({ ...made.body, ...change, updatedAt: timestamp });
    await writesNothing(async () => {
      for (const fields of [{ address: '/late' }, {}])
        expect(outcome(await patch(made.body, fields, etagOf(made)))).toEqual([412, 'precondition_failed']);
    });
  });
});
