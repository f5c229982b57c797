import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';

import { excludedTables } from '../../../src/backup/store/internal.ts';
import { afresh, exported, exportPath, part, restored, rowsOf, source, target } from '../support/backup.ts';
import { mintKey, type Problem, send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { load } from '../support/sample-data.ts';
import { numberOf, tablesOf } from '../support/tables.ts';

const acme = { workspace: 'acme' } as const;
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

beforeEach(afresh);

/** Many rows in a table that nothing else fills. */
const fill = (count: number, length = 1000) =>
  run(
    `insert into annotations (annotation_id, happened_at, text, author, revision, write_id, created_at, updated_at)
      select 'annotation_' || key, 0, ?2, 'x', 1, '', 0, 0 from json_each(?1)`,
    JSON.stringify(Array(count).fill(0)),
    'x'.repeat(length),
  );

test('an export has every table but those that are named, and each part the hash of all before', async () => {
  await load();
  await fill(8000);
  let [cursor, before, text] = [undefined as string | undefined, '', ''];
  const numbers: number[] = [];
  for (;;) {
    const { text: now, lines, next } = await part(cursor);
    const last = JSON.parse(lines.at(-1) ?? '') as {
      part?: { hash: string; number: number };
      end?: { hash: string };
    };
    const body = now.slice(0, now.lastIndexOf('\n', now.length - 2) + 1);
    before = hash(before + hash(body));
    expect((last.part ?? last.end)?.hash).toBe(before);
    if (last.part) numbers.push(last.part.number);
    text += now;
    if (next === undefined) break;
    cursor = next;
  }
  expect(numbers.length).toBeGreaterThan(4);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const { footfall } = JSON.parse(first) as { footfall: { tables: object; workspace: string } };
  const out = new Set<string>(excludedTables);
  expect(Object.keys(footfall.tables)).toEqual((await tablesOf(source)).filter((name) => !out.has(name)));
  expect(footfall.workspace).toBe('main');
  const { end } = JSON.parse(lines.at(-1) ?? '') as { end: { tables: Record<string, number> } };
  expect(end.tables).toMatchObject({ annotations: 8000, pages: 2 });
  expect(lines.filter((line) => line.startsWith('{"table":"annotations"'))).toHaveLength(8000);
});

test('bytes, fractions, large numbers and odd texts come back as they were', async () => {
  const odd = '"\\\u0000\u2028😀é\n{"a":[1]}';
  await run(
    'insert into latest_visits (kind, block, visits) values (?, 9007199254740993, jsonb(?))',
    odd,
    '{"a":[1.5]}',
  );
  await run('insert into counters values (?, 9223372036854775807) on conflict do nothing', odd);
  await load();
  await run('update topics set sort_order = 0.1 + 0.2');
  await restored(await exported());
  const select =
    'select kind, cast(block as text), hex(visits), typeof(visits) from latest_visits where block > 9000000000000000';
  expect(await target.prepare(select).raw()).toEqual(await source.prepare(select).raw());
  const sums = 'select count(*) as n from topics where sort_order = 0.1 + 0.2';
  expect(await target.prepare(sums).first('n')).toBe(await numberOf(sums));
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
});

test('what changes while it runs is in it as it was at the end', async () => {
  await load();
  await fill(8000);
  const { personId } = await newPerson({ email: 'moves@export.example', name: 'Before' });
  const gone = await newPerson({ email: 'gone@export.example' });
  const lines = await exported(async (number) => {
    await run(
      'update annotations set text = ? where annotation_id = ?',
      `changed ${number}`,
      `annotation_${number * 700}`,
    );
    await run('delete from annotations where annotation_id = ?', `annotation_${number * 701}`);
    await newPerson({ email: `new-${number}@export.example` });
    if (number === 7) {
      // An email that moves from a row that is exported already to a later one.
      await send('PATCH', `/v0/persons/${personId}`, {
        email: null,
        name: 'After',
        phoneNumber: '+15550001111',
      });
      await newPerson({ email: 'moves@export.example', name: 'Other' });
      await send('DELETE', `/v0/persons/${gone.personId}`);
    }
  });
  const before = await rowsOf(source);
  expect((await restored(lines, { size: 1000 })).comparison).toMatchObject({ differing: [] });
  const after = await rowsOf(target);
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
});

test('more changes than one transaction reads are read in several', async () => {
  await load();
  const lines = await exported(async (number) => {
    if (number === 6) await fill(1000, 10);
  });
  await restored(lines);
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
});

test('only an admin reads it, by a cursor of it', async () => {
  for (const scopes of [['read'], ['write'], ['log']] as const)
    expect(
      (await send<Problem>('GET', exportPath, undefined, { key: await mintKey([...scopes]) })).status,
    ).toBe(403);
  for (const cursor of ['x', 'MS4x', 'x'.repeat(5000)])
    expect((await send<Problem>('GET', `${exportPath}?cursor=${cursor}`)).status).toBe(400);
  const { next } = await part();
  expect((await send<Problem>('GET', `${exportPath}?cursor=${next}`, undefined, acme)).body.code).toBe(
    'export_ended',
  );
});

test('a part reads a bounded number of rows, and writes none but its own', async () => {
  await fill(20_000, 100);
  let [cursor, most, written] = [undefined as string | undefined, 0, 0];
  for (let number = 1; ; number++) {
    const { cost, text } = await send('GET', cursor ? `${exportPath}?cursor=${cursor}` : exportPath);
    most = Math.max(most, cost.read);
    if (number > 6) written = Math.max(written, cost.written);
    const { part: of } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { part?: { next: string } };
    if (!of) break;
    cursor = of.next;
  }
  // The last part counts the rows of all tables.
  expect(most).toBeLessThan(60_000);
  expect(written).toBe(1);
});
