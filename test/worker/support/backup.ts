import { env } from 'cloudflare:workers';
import type { Restore } from '../../../src/backup/schemas.ts';
import { endExports } from '../../../src/backup/store/end.ts';
import { batchesOn, excludedTables } from '../../../src/backup/store/internal.ts';
import { forgetKeys, makeKeys, openTestDatabase, type Problem, type RequestOptions, send } from './client.ts';
import { emptyDatabase } from './empty.ts';
import { tablesOf } from './tables.ts';

export const exportPath = '/v0/export';
export const restorePath = '/v0/restore';

export interface Part {
  text: string;
  lines: string[];
  /** The cursor of the next part. */
  next: string | undefined;
}

/** Reads one part of an export. */
export async function part(cursor?: string, workspace: 'main' | 'acme' = 'main'): Promise<Part> {
  const path = cursor === undefined ? exportPath : `${exportPath}?cursor=${cursor}`;
  const { status, text } = await send('GET', path, undefined, { workspace });
  expect(status, text).toBe(200);
  const lines = text.trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as { part?: { next: string }; end?: object };
  return { text, lines, next: last.part?.next };
}

/** Reads a whole export. `between` runs after each part. */
export async function exported(
  between: (part: number) => Promise<unknown> = () => Promise.resolve(),
  workspace: 'main' | 'acme' = 'main',
): Promise<string[]> {
  const lines: string[] = [];
  for (let [cursor, number] = [undefined as string | undefined, 1]; ; number++) {
    const { lines: some, next } = await part(cursor, workspace);
    lines.push(...some);
    if (next === undefined) return lines;
    await between(number);
    cursor = next;
  }
}

const acme = { workspace: 'acme' } as const;

/** Begins to restore a file into the second workspace. */
export const begin = (header: unknown, keys = false, options: RequestOptions = acme) =>
  send<Restore & Problem>('POST', restorePath, { header, keys }, options);

/** Sends lines of a file. */
export const sendLines = (after: number, lines: readonly string[]) =>
  send<Restore & Problem>('POST', `${restorePath}/lines?after=${after}`, undefined, {
    ...acme,
    rawBody: `${lines.join('\n')}\n`,
    contentType: 'application/x-ndjson',
  });

export const advance = () => send<Restore & Problem>('POST', `${restorePath}/advance`, {}, acme);

/** Goes on until the restore is in one of these phases. */
export async function until(...phases: string[]): Promise<Restore> {
  for (let step = 0; step < 500; step++) {
    const { status, body, text } = await advance();
    expect(status, text).toBe(200);
    if (phases.includes(body.phase)) return body;
    if (body.phase === 'comparing' && body.comparison?.differing.length)
      throw new Error(JSON.stringify(body));
  }
  throw new Error('The restore does not end.');
}

/** Restores a file into the second workspace. `between` runs after each request with lines. */
export async function restored(
  [header = '', ...lines]: readonly string[],
  { size = 500, keys = false, between = (_: number): Promise<unknown> => Promise.resolve() } = {},
): Promise<Restore> {
  const { status, text } = await begin(JSON.parse(header), keys);
  expect(status, text).toBe(201);
  await until('receiving');
  for (let after = 0; after < lines.length; ) {
    const { status, body, text } = await sendLines(after, lines.slice(after, after + size));
    expect(status, text).toBe(200);
    after = body.receivedLines;
    await between(after);
  }
  return until('done');
}

/** Every row of a database that an export has, by table, as SQLite writes it. */
export async function rowsOf(database: D1Database): Promise<Record<string, string[]>> {
  const out = new Set<string>([...excludedTables, 'api_keys']);
  const names = (await tablesOf(database)).filter((name) => !out.has(name));
  const results = await database.batch(names.map((name) => database.prepare(`select * from ${name}`)));
  return Object.fromEntries(
    names.map((name, at) => [name, (results[at]?.results ?? []).map((row) => JSON.stringify(row)).sort()]),
  );
}

/** The names and texts of all that is in a schema. */
export async function schemaOf(database: D1Database): Promise<string[]> {
  const { results } = await database
    .prepare(
      "select type || ' ' || name || ' ' || sql as text from sqlite_schema where name not glob '_cf_*' and sql is not null order by 1",
    )
    .all<{ text: string }>();
  return results.map(({ text }) => text);
}

/** Both databases. */
export const [source, target] = [env.DB, env.DB_ACME];

/** Ends what runs, and empties both workspaces. Requests have new keys then. */
export async function afresh(): Promise<void> {
  vi.useRealTimers();
  const { body } = await send<Restore & Problem>('GET', restorePath, undefined, acme);
  if (body.isRunning) {
    await send('DELETE', restorePath, undefined, acme);
    await until('given_up', 'done');
  }
  for (const database of [source, target]) {
    await database.prepare('update exports set read_at = 0').run();
    while (!(await endExports(batchesOn(openTestDatabase(database)), 1)));
    await emptyDatabase(database);
  }
  forgetKeys();
  await makeKeys();
}
