import {
  afresh,
  begin,
  exported,
  restored,
  restorePath,
  rowsOf,
  sendLines,
  source,
  target,
  until,
} from '../support/backup.ts';
import { send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { load } from '../support/sample-data.ts';

const acme = { workspace: 'acme' } as const;

beforeEach(afresh);

/** The parts of a file. */
const fileOf = async () => {
  const [header = '', ...lines] = await exported();
  return { header: JSON.parse(header) as object, lines };
};

test('a request that is sent again restores nothing twice, in parts of any size', async () => {
  await load();
  const { header, lines } = await fileOf();
  const before = await rowsOf(source);
  await begin(header);
  await until('receiving');
  let after = 0;
  for (let size = 1; after < lines.length; size = (size * 3) % 101) {
    const some = lines.slice(after, after + size);
    const [first, second] = await Promise.all([sendLines(after, some), sendLines(after, some)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    after = (await sendLines(0, lines.slice(0, 1))).body.receivedLines ?? lines.length;
    if (after >= lines.length) break;
  }
  await until('done');
  expect(await rowsOf(target)).toEqual(before);
});

test('a restore into a workspace with data is refused, and names the tables', async () => {
  const { header } = await fileOf();
  await newPerson({ email: 'a@there.example' }, acme);
  const { status, body } = await begin(header);
  expect([status, body.code, body.tables]).toEqual([
    409,
    'workspace_not_empty',
    expect.arrayContaining(['persons', 'accounts']),
  ]);
});

test('a second restore is refused while one runs, and one of another schema always', async () => {
  const { header } = await fileOf();
  const other = { footfall: { format: 2, fingerprint: 'x', tables: {} } };
  expect((await begin(other)).body.code).toBe('schema_mismatch');
  expect((await begin(header)).status).toBe(201);
  expect((await begin(header)).body.code).toBe('restore_running');
  await send('DELETE', restorePath, undefined, acme);
  await until('given_up');
});

test('tables and columns of your own are restored, into a workspace that has them', async () => {
  const own = [
    'alter table topics add column plan text',
    'create table own (a text unique, b real)',
    'create table "own too" ("the key" text primary key)',
  ];
  const remove = ['alter table topics drop column plan', 'drop table own', 'drop table "own too"'];
  const run = (database: D1Database, texts: readonly string[]) =>
    database.batch(texts.map((text) => database.prepare(text)));
  onTestFinished(async () => {
    for (const database of [source, target]) await run(database, remove);
  });
  await run(source, own);
  await send('POST', '/v0/topics', { title: 'T' });
  await run(source, [
    "update topics set plan = 'large'",
    "insert into own values ('x', 0.5), (null, 1), (null, null), ('y', 2)",
    `insert into "own too" values ('it''s "one"')`,
  ]);
  const lines = await exported(() => run(source, ["delete from own where a = 'x'", 'update own set b = 3']));
  const { status, body } = await begin(JSON.parse(lines[0] ?? ''));
  expect([status, body.code, body.missing]).toEqual([
    422,
    'schema_mismatch',
    ['own', 'own too', 'topics.plan'],
  ]);
  await run(target, own);
  await restored(lines);
  const select = [
    'select plan from topics',
    'select rowid, * from own order by 1',
    'select * from "own too"',
  ];
  const [before, after] = await Promise.all(
    [source, target].map(async (database) => (await run(database, select)).map(({ results }) => results)),
  );
  expect(after).toEqual(before);
  expect(before?.[0]).toEqual([{ plan: 'large' }]);
});

test('lines that are none are refused by their number, and nothing of them is written', async () => {
  await load();
  const { header, lines } = await fileOf();
  await begin(header);
  expect((await sendLines(0, lines)).body.code).toBe('restore_not_receiving');
  await until('receiving');
  const rows = await rowsOf(target);
  for (const [bad, path] of [
    [
      ['x', '{"table":"secrets","row":{}}', '{"table":"nothing","row":{}}', '[]'],
      ['0', '1', '2', '3'],
    ],
    [['{"table":"pages","row":{"page_id":'], ['']],
    [['{"table":"pages","row":{}}'], ['']],
    [['{"table":"pages","row":[]}'], ['']],
    [[''], ['0']],
  ] as const) {
    const { status, body } = await sendLines(0, bad);
    expect([status, body.code, body.errors?.map((error) => error.path)]).toEqual([
      400,
      'validation_failed',
      path,
    ]);
  }
  expect(await rowsOf(target)).toEqual(rows);
  await send('DELETE', restorePath, undefined, acme);
  await until('given_up');
});
