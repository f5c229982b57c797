import { expect } from 'vitest';
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

export interface Row {
  route: string;
  /** The state of the data, or the kind of request. */
  when: string;
  status: number;
  /** Most rows read and written. */
  read: number;
  written: number;
  /** Round trips when not 1. */
  trips?: number;
  /** Most rows read more with 100,000 sessions: D1 counts six for each block, which has up to 2,000 sessions. */
  grows?: number;
  call: () => Call | Promise<Call>;
}

export const row = (
  route: string,
  when: string,
  [status, read, written, trips = 1, grows = 0]: [
    ...counts: [status: number, read: number, written: number],
    trips?: number,
    grows?: number,
  ],
  call: Row['call'],
): Row => ({ route, when, status, read, written, trips, call, grows });

export const at = (path: string, body?: unknown, headers: Record<string, string> = {}): Call => ({
  path,
  body,
  headers,
});

/** The entity tag of what a path has. */
export const etagOf = async (path: string) => (await send('GET', path)).headers.get('etag') ?? '';

export async function nextPage(path: string) {
  const { body } = await send<{ nextCursor: string }>('GET', path);
  return { path: `${path}${path.includes('?') ? '&' : '?'}cursor=${body.nextCursor}` };
}
