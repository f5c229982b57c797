import csvColumns from '../../../../public/csv-columns.json';
import { inTurn } from '../../../turns.ts';
import { cellOf, columnsOf, rowsOf } from '../../support/csv.ts';
import { withNeeded } from '../../support/route-ids.ts';
import { prepareRoutes } from '../../support/route-keys.ts';
import { expectRefusals, sendTo } from '../../support/route-requests.ts';
import { type Route, routes } from '../../support/routes.ts';

prepareRoutes();

const pathOf = ({ path }: Route) => path.replace(/\{(\w+)\}/g, ':$1');
const tables = routes.filter((route) => route.method === 'GET' && pathOf(route) in csvColumns);

type Item = Record<string, unknown>;
interface Answer {
  items?: Item[];
  breakdowns?: { by: string; items: Item[] }[];
  hasMore?: boolean;
  other?: { totalSessions: number } | null;
  unlisted?: { totalSessions: number } | null;
  nextCursor?: string | null;
}

/** All items of the JSON answer, page by page. */
async function itemsOf(route: Route): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  do {
    const query = withNeeded(route, cursor ? `limit=2&cursor=${cursor}` : '');
    const body = (await sendTo(route, { query })).body as unknown as Answer;
    items.push(
      ...(body.items ?? []),
      ...(body.breakdowns ?? []).flatMap(({ by, items: all }) => all.map((item) => ({ by, ...item }))),
    );
    cursor = body.hasMore ? body.nextCursor : null;
    // What is in no item is one more row.
    const { other, unlisted = other } = body;
    if (!cursor && unlisted?.totalSessions) items.push(unlisted);
  } while (cursor);
  return items;
}

const valueAt = (item: Item, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Item | null | undefined)?.[name], item);

test('a table is an answer with items: all lists, and all analytics', () => {
  const lists = routes.filter(({ operation: { method, answer } }) => {
    const shape = 'shape' in answer.schema ? (answer.schema.shape as object) : {};
    return method === 'GET' && ('items' in shape || 'breakdowns' in shape);
  });
  expect(tables.map(({ name }) => name)).toEqual(lists.map(({ name }) => name));
  expect(tables.length).toBe(Object.keys(csvColumns).length);
});

describe.each(tables)('the table $name', (route) => {
  test('has the numbers and texts of the JSON answer, each in a column of its name', async () => {
    const reply = await sendTo(route, { query: withNeeded(route, 'format=csv') });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="\w+\.csv"$/);
    const items = await itemsOf(route);
    const columns = columnsOf(reply.text);
    // Only a file says whether a value is unknown.
    const rows = items.map((item) => ({ row: item.value === null ? 'unknown' : 'value', ...item }));
    const expected = rows.map((item) =>
      Object.fromEntries(columns.map((name) => [name, cellOf(valueAt(item, name))])),
    );
    expect(rowsOf(reply.text)).toEqual(expected);
    // No member of an item is left out.
    const names = new Set(columns.flatMap((name) => name.split('.')[0] ?? []));
    expect(items.flatMap(Object.keys).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe.each(inTurn(tables, 12))('a request for the table $name', (route) => {
  test('is refused with a limit, a cursor or another format, and with all of its violations', async () => {
    const limited = { limit: { query: withNeeded(route, 'format=csv&limit=5') } };
    for (const { errors } of await expectRefusals(route, limited, '400 validation_failed'))
      expect(errors).toMatchObject([{ in: 'query', path: 'limit' }]);
    const other = { format: { query: withNeeded(route, 'format=xml') } };
    for (const { errors } of await expectRefusals(route, other, '400 validation_failed'))
      expect(errors).toMatchObject([{ in: 'query', path: 'format', code: 'not_allowed' }]);
    const twice = { format: { query: withNeeded(route, 'format=csv&format=json') } };
    for (const { errors } of await expectRefusals(route, twice, '400 validation_failed'))
      expect(errors).toMatchObject([{ in: 'query', path: 'format', code: 'invalid_type' }]);
  });

  test('may ask by the header field Accept, and the parameter goes before it', async () => {
    const typeOf = async (accept: string, query = '') =>
      (await sendTo(route, { query: withNeeded(route, query), headers: { accept } })).headers.get(
        'content-type',
      );
    expect(await typeOf('text/csv')).toMatch(/^text\/csv/);
    expect(await typeOf('text/csv;q=0.5, application/json')).toBe('application/json');
    expect(await typeOf('*/*')).toBe('application/json');
    expect(await typeOf('*/*, text/csv;q=0.1')).toBe('application/json');
    expect(await typeOf('text/*, application/json;q=0.9')).toMatch(/^text\/csv/);
    expect(await typeOf('text/html, text/csv;q=0.9, */*;q=0.1')).toMatch(/^text\/csv/);
    expect(await typeOf('text/csv', 'format=json')).toBe('application/json');
  });
});
