import type { Context } from 'hono';
import type { Bindings } from '../config/bindings.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { hourMs, minuteMs } from '../lib/durations.ts';
import { report } from '../lib/report.ts';
import { within } from '../lib/within.ts';
import type { AppEnv } from './app-env.ts';

// Copies at the edge, for when D1 does not answer: docs/decisions/0018-copies-at-the-edge.md.

/** How old, in milliseconds, a copy may be: it may not hear of an erasure, or of a key that was revoked. */
const longestCopy = hourMs;
/** After how many milliseconds what has not changed is stored again. */
const storedFor = 40 * minuteMs;
/** How far apart, in milliseconds, the clocks of two isolates may be. */
const skew = 1000;
/** How long, in milliseconds, a read of the store may take. */
const patience = 200;

/** What was right at a time. */
export interface Copy<T = unknown> {
  value: T;
  /** When D1 was asked for it, in milliseconds. */
  at: number;
  /** Says whether the value is another one. */
  mark: string;
  /** The ids of records without which it is no copy any more. */
  of: string[];
}

/** Where isolates find what others have stored. */
interface Store {
  /** The texts of up to 100 keys, in order. */
  get: (keys: string[]) => Promise<(string | undefined)[]>;
  put: (key: string, text: string) => Promise<void>;
}

/** How long, in seconds, a store keeps a text: an end holds for copies of the next 30 s, too (middleware/ends-copies.ts). */
const seconds = (longestCopy + minuteMs) / 1000;

const inNamespace = (kv: KVNamespace): Store => ({
  async get(keys) {
    const found = await kv.get(keys);
    return keys.map((key) => found.get(key) ?? undefined);
  },
  put: (key, text) => kv.put(key, text, { expirationTtl: seconds }),
});

/** An address of the cache. A cache with a name has nothing that a request from outside can reach. */
const addressOf = (key: string) => `https://copies.invalid/${encodeURIComponent(key)}`;
const openCache = () => caches.open('copies');
/** The cache of a location. It has no effect on workers.dev (https://developers.cloudflare.com/workers/runtime-apis/cache/). */
const inCache: Store = {
  async get(keys) {
    const cache = await openCache();
    return Promise.all(keys.map(async (key) => (await cache.match(addressOf(key)))?.text()));
  },
  async put(key, text) {
    const cache = await openCache();
    await cache.put(
      addressOf(key),
      new Response(text, { headers: { 'Cache-Control': `max-age=${seconds}` } }),
    );
  },
};

const storeOf = ({ COPIES }: Bindings): Store => (COPIES ? inNamespace(COPIES) : inCache);

/** What an isolate keeps itself. Most answers have less than 8 KB. */
const own = new BoundedMap<string, Copy>(250);
/** What an isolate knows to be stored. */
const stored = new BoundedMap<string, Pick<Copy, 'at' | 'mark'>>(10_000);

const isOld = ({ at }: Pick<Copy, 'at'>, lifetime: number) => Math.abs(Date.now() - at) > lifetime;

/** The copy in a text of the store; undefined for one that is none, such as of another version of the service. */
function parsed(text: string | undefined): Copy | undefined {
  try {
    const copy = JSON.parse(text ?? 'null') as Copy | null;
    return Array.isArray(copy?.of) ? copy : undefined;
  } catch {
    return undefined;
  }
}

/** How long, in milliseconds, a store that was late is not asked. */
const pause = 5000;
let restsUntil = 0;

/** Reads texts, or none while the store does not answer in time. */
async function read(env: Bindings, keys: string[]): Promise<(string | undefined)[]> {
  const rest = restsUntil - Date.now();
  // A clock may be set back. KV refuses to be asked for nothing, as of a page, which no end is of.
  if ((rest > 0 && rest <= pause) || keys.length === 0) return [];
  const late = () => new Error(`The store of copies has not answered in ${patience} ms.`);
  try {
    return await within(patience, () => storeOf(env).get(keys), late);
  } catch (error) {
    restsUntil = Date.now() + pause;
    report('read copies', error, {});
    return [];
  }
}

/** Writes a text, and says whether it is there. */
async function put(env: Bindings, key: string, text: string): Promise<boolean> {
  try {
    await storeOf(env).put(key, text);
    return true;
  } catch (error) {
    report('store a copy', error, {});
    return false;
  }
}

const note = (key: string, { at, mark }: Copy) => stored.set(key, { at, mark });

/** Stores a copy, unless another isolate has. A read costs a tenth of a write. */
async function store(env: Bindings, key: string, copy: Copy): Promise<void> {
  const [text] = await read(env, [key]);
  const known = parsed(text);
  const isThere = known && (known.mark === copy.mark || known.at > copy.at) && !isOld(known, storedFor);
  note(key, isThere ? known : copy);
  if (isThere || (await put(env, key, JSON.stringify(copy)))) return;
  // It is tried again in a minute.
  note(key, { ...copy, at: Date.now() - storedFor + minuteMs });
}

const keyOf = (workspace: string, name: string) => `copy/${workspace}/${name}`;
const endOf = (workspace: string, id: string) => `end/${workspace}/${id}`;

/** Keeps a copy for a time in which D1 does not answer. No request waits for it. */
export function keepCopy(c: Context<AppEnv>, workspace: string, name: string, copy: Copy): void {
  const key = keyOf(workspace, name);
  own.set(key, copy);
  const last = stored.get(key);
  if (last?.mark === copy.mark && !isOld(last, storedFor)) return;
  // Requests that come meanwhile must not store it, too.
  note(key, copy);
  c.executionCtx.waitUntil(store(c.env, key, copy));
}

/** Forgets the copy of this isolate: what it was of is not there. */
export const dropCopy = (workspace: string, name: string): void => {
  own.delete(keyOf(workspace, name));
};

/** The newest copy with one of these names, unless it is too old or has ended. */
export async function findCopy<T>(
  env: Bindings,
  workspace: string,
  names: string[],
): Promise<Copy<T> | undefined> {
  const keys = names.map((name) => keyOf(workspace, name));
  const texts = await read(env, keys);
  const [copy] = [...keys.map((key) => own.get(key)), ...texts.map(parsed)]
    .filter((copy) => copy !== undefined && !isOld(copy, longestCopy))
    .toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0));
  if (!copy) return undefined;
  const ends = await read(
    env,
    copy.of.map((id) => endOf(workspace, id)),
  );
  const hasEnded = ends.some((end) => end !== undefined && Number(end) + skew >= copy.at);
  return hasEnded ? undefined : (copy as Copy<T>);
}

/** Ends all copies of a record that are made before `at`, such as of a link that was deleted. No request waits for it. */
export function endCopies(c: Context<AppEnv>, id: string, at = Date.now()): void {
  for (const [key, { of }] of own) if (of.includes(id)) own.delete(key);
  c.executionCtx.waitUntil(put(c.env, endOf(c.var.workspace, id), String(at)));
}

/** Forgets everything, as an isolate that has just started. */
export function forgetCopies(): void {
  own.clear();
  stored.clear();
  restsUntil = 0;
}
