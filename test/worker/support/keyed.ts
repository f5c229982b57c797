import { env } from 'cloudflare:workers';
import type { Topic } from '../../../src/content/topics/schemas.ts';
import { type Problem, send } from './client.ts';

let serial = 0;
/** An idempotency key that no request has had. */
export const newKey = () => `key ${++serial}`;
/** The key of the last `newKey`. */
export const lastKey = () => `key ${serial}`;

/** What requests of a test have in common: those of others leave it alone. */
export const keyed = (key: string, headers = {}) => ({ headers: { 'idempotency-key': key, ...headers } });

export const createTopic = (key: string, title = 'T', headers = {}) =>
  send<Topic & Problem>('POST', '/v0/topics', { title }, keyed(key, headers));
export const topicsNamed = (title: string) =>
  env.DB.prepare('select count(*) as n from topics where title = ?').bind(title).first<number>('n');
