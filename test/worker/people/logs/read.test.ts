import type { List } from '../../../../src/lib/cursor.ts';
import type { PersonLogList } from '../../../../src/people/logs/body-schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { ok, pagesOf } from '../../support/replies.ts';

describe('the list of logs', () => {
  const kinds = [
    ['form', 'submitted'],
    ['form', 'opened'],
    ['crm', 'updated'],
  ] as const;

  test.each(['persons', 'accounts'] as const)(
    'of %s filters by source and type, with exact totals and cursors',
    async (owners) => {
      const owner = owners === 'persons' ? { email: 'timeline@t.example' } : { domain: 'timeline.example' };
      const route = owners === 'persons' ? '/v0/person_logs' : '/v0/account_logs';
      const written: { id: string; source: string; type: string }[] = [];
      let ownerId = '';
      for (let n = 0; n < 23; n++) {
        const [source, type] = kinds[n % 3] ?? kinds[0];
        const { body } = await send<Record<string, string>>('POST', route, {
          ...owner,
          source,
          type,
          payload: { n },
        });
        ownerId = body.personId ?? body.accountId ?? '';
        written.unshift({ id: body.personLogId ?? body.accountLogId ?? '', source, type });
      }
      const path = `/v0/${owners}/${ownerId}/logs`;
      for (const filter of [
        {},
        { source: 'form' },
        { type: 'updated' },
        { source: 'form', type: 'opened' },
        { source: 'no' },
      ]) {
        const expected = written.filter((log) =>
          Object.entries(filter).every(([k, v]) => log[k as 'source'] === v),
        );
        const seen: string[] = [];
        const query = new URLSearchParams({ ...filter, limit: '4' });
        const read = (next: string) =>
          ok(send<List<Record<string, string>>>('GET', `${path}?${query}${next}`));
        for await (const { items, totalCount } of pagesOf(read)) {
          expect(totalCount).toBe(expected.length);
          seen.push(...items.map((log) => log.personLogId ?? log.accountLogId ?? ''));
        }
        expect(seen).toEqual(expected.map(({ id }) => id));
      }
      const { body } = await send<PersonLogList>('GET', `${path}?limit=1`);
      const foreign = await send<Problem>('GET', `${path}?limit=1&source=crm&cursor=${body.nextCursor}`);
      expect(foreign.body.code).toBe('invalid_cursor');
      expect((await send('GET', `/v0/${owners}/x/logs`)).status).toBe(404);
      expect((await send('GET', `${path}/x`)).status).toBe(404);
    },
  );
});
