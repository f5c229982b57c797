import { env } from 'cloudflare:workers';
import costDocument from '../../docs/operators/cost.md?raw';
import { type RequestOptions, send } from '../worker/support/client.ts';

let serial = 0;
/** A word that no other has. */
export const unique = () => `u${(serial++).toString(36).padStart(6, '0')}`;

export async function made<T>(path: string, body: unknown): Promise<T> {
  const reply = await send<T>('POST', path, body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

export interface Call {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Bindings in place of the real ones. */
  bindings?: RequestOptions['bindings'];
}

/** A request without more is its path. */
type Ask = string | (() => Call | string | Promise<Call | string>);

/** The rows of docs/operators/cost.md: an operation or a task and its state, and its numbers. */
export const documented = costDocument.split('\n').flatMap((line): [name: string, numbers: number[]][] => {
  const [, name, numbers] = /^\| ((?:[A-Z]+ \/|queue footfall-|cron ).*?)((?: \| \d+)+) \|$/.exec(line) ?? [];
  return name ? [[name, (numbers?.match(/\d+/g) ?? []).map(Number)]] : [];
});
const numbersOf = new Map(documented);

/** What costs at most the round trips and rows that cost.md says. */
export interface Priced {
  /** How its row of cost.md begins: `GET /v0/views | 50 a page`. */
  name: string;
  trips: number;
  read: number;
  written: number;
}

export interface Row extends Priced {
  status: number;
  /**
   * Most rows read more with 100,000 sessions, of which a block has up to 2,000 and D1 counts six rows, or with 100,000
   * persons or accounts: those that came are in blocks of 512, and the block of each of a page is read.
   */
  grows: number;
  call: () => Promise<Call>;
}

/** A request that reads up to so many rows more with 100,000 sessions. */
export const growing = (grows: number, ask: Ask) => ({ grows, ask });

/** Requests by the beginnings of their rows in cost.md. Each may read `most` rows more with 100,000 sessions. */
export const growingRows = (most: number, table: Record<string, Ask | ReturnType<typeof growing>>): Row[] =>
  Object.entries(table).map(([name, entry]) => {
    const { grows, ask } = typeof entry === 'object' ? entry : growing(most, entry);
    const [status = NaN, trips = NaN, read = NaN, written = NaN] = numbersOf.get(name) ?? [];
    const call = async () => {
      const asked = typeof ask === 'string' ? ask : await ask();
      return typeof asked === 'string' ? { path: asked } : asked;
    };
    return { name, status, trips, read, written, grows, call };
  });

/** Leaves no latest visit: which blocks of persons and accounts have a row depends on the tests before. */
export const forgetLatestVisits = () =>
  env.DB.batch([
    env.DB.prepare("delete from latest_visits where kind <> 'recent'"),
    env.DB.prepare("update latest_visits set visits = jsonb('{}') where kind = 'recent'"),
  ]);

export const rows = (table: Parameters<typeof growingRows>[1]): Row[] => growingRows(0, table);

/** Work of a task that no request waits for. */
export interface Task extends Priced {
  /** Most rows read more with 100,000 rows of each table. */
  grows: number;
  /** Creates the rows that the work needs, and returns the work. */
  prepare: () => Promise<() => Promise<unknown>>;
}

/** Tasks by the beginnings of their rows in cost.md. */
export const tasks = (table: Record<string, Task['prepare']>): Task[] =>
  Object.entries(table).map(([name, prepare]) => {
    const [trips = NaN, read = NaN, written = NaN] = numbersOf.get(name) ?? [];
    // Numbering looks at the next 17 blocks.
    const more = { ' numbers of a block ': 20 };
    const [, grows = 10] = Object.entries(more).find(([part]) => name.includes(part)) ?? [];
    return { name, trips, read, written, grows, prepare };
  });

export const at = (path: string, body?: unknown, headers: Record<string, string> = {}): Call => ({
  path,
  body,
  headers,
});

/** The entity tag of what a path has. */
export const etagOf = async (path: string) => (await send('GET', path)).headers.get('etag') ?? '';

/** The path of the page after that of a path. */
export async function nextPage(path: string): Promise<string> {
  const { body } = await send<{ nextCursor: string }>('GET', path);
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${body.nextCursor}`;
}
