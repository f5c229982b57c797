import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { forget } from '../../../src/access/api-keys/cache.ts';
import type { ApiKeyCreate } from '../../../src/access/api-keys/schemas.ts';
import { insertKey } from '../../../src/access/api-keys/store/create.ts';
import { newKeyRow } from '../../../src/access/api-keys/store/internal.ts';
import { app } from '../../../src/app.ts';
import { type Database, Meter, openDatabase } from '../../../src/db/client.ts';
import type { Problem } from '../../../src/http/problem-schema.ts';
import { createApiKey, hashApiKey, type Scope, workspaceOf } from '../../../src/lib/api-key.ts';
import { tablesOf } from './tables.ts';

export const openTestDatabase = (binding: D1Database = env.DB) =>
  openDatabase(binding, 'first-primary', new Meter());

/** Notes that a key is used now. Otherwise its next lookup would write the note, while a test counts rows written. */
async function noteUsed(key: string): Promise<void> {
  const database = workspaceOf(key) === 'acme' ? env.DB_ACME : env.DB;
  const note = database.prepare('update api_keys set last_used_at = ? where hash = ?');
  await note.bind(Date.now(), hashApiKey(key)).run();
}

/** Stores a key in a database, as `npm run key -- create` does, and returns its id. */
export async function storeKey(db: Database, key: string, input: ApiKeyCreate): Promise<string> {
  const row = newKeyRow(key, input, Date.now());
  await db.batch([insertKey(row)]);
  return row.apiKeyId;
}

/** Inserts a new key into the database of a workspace. Its use is noted already. */
export async function mintKey(scopes: Scope[], workspace: 'main' | 'acme' = 'main', expiresAt?: string) {
  const key = createApiKey(workspace);
  const database = workspace === 'main' ? env.DB : env.DB_ACME;
  const input = { name: 'test', scopes, ...(expiresAt ? { expiresAt } : {}) };
  await storeKey(openTestDatabase(database), key, input);
  await noteUsed(key);
  return key;
}

/** When each key that all tests of a file share was last looked up. */
const lookups = new Map<string, { at: number; done: Promise<void> }>();

/**
 * Makes the service look up a key well before its minute in the cache is over, so that no request of a slow run needs
 * an unexpected lookup.
 */
async function keepKnown(key: string | null): Promise<void> {
  const now = Date.now();
  const last = key === null ? undefined : lookups.get(key);
  if (key === null || last === undefined) return;
  if (Math.abs(now - last.at) >= 20_000) lookups.set(key, { at: now, done: lookUp(key) });
  // Concurrent requests wait for the same lookup.
  await lookups.get(key)?.done;
}

async function lookUp(key: string): Promise<void> {
  await noteUsed(key);
  forget(hashApiKey(key));
  const request = new Request('https://footfall.test/v0/accounts?limit=1', { headers: { 'x-api-key': key } });
  await (await exports.default.fetch(request)).text();
}

/** Registers a key that all tests of a file share. It is looked up before its first request. */
async function shared(minted: Promise<string>): Promise<string> {
  const key = await minted;
  lookups.set(key, { at: 0, done: Promise.resolve() });
  return key;
}

const keys = new Map<string, Promise<string>>();
const keyOf = (workspace: 'main' | 'acme') => {
  const key = keys.get(workspace) ?? shared(mintKey(['read', 'write', 'admin'], workspace));
  keys.set(workspace, key);
  return key;
};

const publishable = new Map<string, Promise<string>>();
/** The publishable key of a workspace, as in the script tag of a website. */
export const collectKey = (workspace: 'main' | 'acme' = 'main') => {
  const key = publishable.get(workspace) ?? shared(mintKey(['collect'], workspace));
  publishable.set(workspace, key);
  return key;
};

/** Makes the keys that requests have by default, so that the first of them does not write one. */
export const makeKeys = () => Promise.all([keyOf('main'), keyOf('acme')]);

/** Creates new keys from here on. */
export function forgetKeys(): void {
  for (const known of [lookups, keys, publishable]) known.clear();
}

export interface Cost {
  trips: number;
  read: number;
  written: number;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  text: string;
  body: T;
  cost: Cost;
}

export interface RequestOptions {
  key?: string | null;
  workspace?: 'main' | 'acme';
  headers?: Record<string, string>;
  /** Sent as it is; `body` is sent as JSON. */
  rawBody?: BodyInit;
  contentType?: string | null;
  /** Bindings in place of the real ones, for a test that controls one of them. */
  bindings?: Partial<typeof env>;
  /** What Cloudflare says about the request; only with `bindings`. */
  cf?: Record<string, string | number>;
}

function costOf(headers: Headers): Cost {
  const match = /^d1;dur=\d+;desc="trips=(\d+) read=(\d+) written=(\d+)"$/.exec(
    headers.get('server-timing') ?? '',
  );
  if (!match) throw new Error(`no Server-Timing of ours: ${headers.get('server-timing')}`);
  const [trips, read, written] = match.slice(1).map(Number);
  return { trips: trips ?? -1, read: read ?? -1, written: written ?? -1 };
}

/** Sends a request to the worker, by default with a key that has all scopes. */
export async function send<T = unknown>(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Reply<T>> {
  const {
    key,
    workspace = 'main',
    headers = {},
    rawBody,
    contentType = 'application/json',
    bindings,
    cf,
  } = options;
  const apiKey = key === undefined ? await keyOf(workspace) : key;
  await keepKnown(headers['x-api-key'] ?? apiKey);
  const init: RequestInit = {
    method,
    headers: {
      ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
      ...(contentType !== null && (body !== undefined || rawBody !== undefined)
        ? { 'content-type': contentType }
        : {}),
      ...headers,
    },
    ...(rawBody !== undefined ? { body: rawBody } : body !== undefined ? { body: JSON.stringify(body) } : {}),
    ...(cf === undefined ? {} : { cf }),
  };
  const request = new Request(`https://footfall.test${path}`, init);
  const context = createExecutionContext();
  const response = bindings
    ? await app.fetch(request, { ...env, ...bindings }, context)
    : await exports.default.fetch(request);
  // Not text(): workerd warns about each answer of application/x-ndjson.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  // With `bindings`, also the work after the answer is done: the next request finds what it wrote.
  await waitOnExecutionContext(context);
  const isJson = /\bjson/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson && text !== '' ? JSON.parse(text) : undefined) as T,
    cost: costOf(response.headers),
  };
}

/** The number of rows in each table that requests fill: equal before and after a refusal. */
export async function tableSizes(binding: D1Database = env.DB): Promise<Record<string, number>> {
  const tables = await tablesOf(binding);
  const results = await binding.batch<{ n: number }>(
    tables.map((table) => binding.prepare(`select count(*) as n from ${table}`)),
  );
  return Object.fromEntries(tables.map((table, index) => [table, results[index]?.results[0]?.n ?? -1]));
}

/** Every row of each table that requests fill. */
export async function contents(): Promise<Record<string, unknown>> {
  const tables = await tablesOf(env.DB);
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`select * from ${table}`)));
  const all = Object.fromEntries(tables.map((table, index) => [table, rows[index]?.results ?? []]));
  // A test that takes longer than a minute notes the use of its keys again: see `noteUsed`.
  return { ...all, api_keys: all.api_keys?.map((key) => ({ ...(key as object), last_used_at: null })) };
}

export type { Problem };
