import { etagOf, once, outcome, pagesOf } from '../../support/replies.ts';
import { list, newView, patch, pathOf, post } from '../../support/views.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('the names of views', () => {
  test('are taken in whatever case and with whatever accents: another view of the name is refused with 409', async () => {
    const first = await newView({ name: 'Café Zürich' });
    const other = await post();
    await writesNothing(async () => {
      for (const name of ['Café Zürich', 'cafe zurich', 'CAFE\u0301 ZURICH']) {
        const conflict = { field: 'name', conflictingId: first.viewId };
        const again = await post({ name });
        expect([outcome(again), again.body]).toEqual([
          [409, 'name_taken'],
          expect.objectContaining(conflict),
        ]);
        expect((await patch(other.body, { name })).body).toMatchObject(conflict);
        expect(outcome(await patch(other.body, { name }, '"9"'))).toEqual([412, 'precondition_failed']);
      }
    });
    expect((await patch(first, { name: 'CAFÉ zürich' })).body.name).toBe('CAFÉ zürich');
    await once('DELETE', pathOf(first));
    expect((await patch(other.body, { name: 'Cafe Zurich' }, etagOf(other))).status).toBe(200);
  });
});

test('a list of views is in the order of their names, without case and accents', async () => {
  const acme = { workspace: 'acme' } as const;
  for (const name of ['b', 'Äb', 'aa', 'Ac', 'Ω']) expect((await post({ name }, acme)).status).toBe(201);
  const names: string[] = [];
  for await (const { items } of pagesOf((next) => list(`limit=1${next}`, acme))) {
    names.push(...items.map(({ name }) => name));
    if (names.length === 4) break;
  }
  expect(names).toEqual(['aa', 'Äb', 'Ac', 'b']);
});

test('a list goes on after a view with the longest name', async () => {
  for (const name of ['\ufdfa'.repeat(100), `${'\ufdfa'.repeat(14)}x`, '🎪'.repeat(100)])
    await newView({ name });
  await Array.fromAsync(pagesOf((next) => list(`limit=1${next}`)));
});
