import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import worker from '../../../src/index.ts';
import { type Reply, type RequestOptions, send } from '../support/client.ts';
import { HeldQueue, HeldVisits } from '../support/held-queue.ts';
import { Names } from './names.ts';

/**
 * Header fields with the same value in most answers. The recording lists only those that are missing or different.
 */
const usual: Record<string, string> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'ratelimit-policy': '"api-key";q=3000;w=10',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=15552000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-d1-bookmark': '<bookmark>',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-request-id': '<request id>',
  'x-xss-protection': '0',
};
const head = [
  'What the service answered when this was recorded: see test/worker/recorded.test.ts.',
  'Every answer has these header fields unless it lists them itself, (none) for one that it has not:',
  ...Object.entries(usual).map(([name, value]) => `${name}: ${value}`),
].join('\n');

/**
 * Header fields that are not recorded: the cost, which may decrease (cost.md has it), and what the platform adds
 * to a file.
 */
const ignored = new Set(['server-timing', 'cf-cache-status']);

const second = 1000;
/** The most characters that are recorded of a request's body, and of an answer's body. */
const [longestRequest, longestAnswer] = [2000, 40_000];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const shortened = (text: string, longest: number) =>
  text.length <= longest
    ? text
    : `${text.slice(0, 200)}… (${text.length} characters, SHA-256 ${sha256(text)})`;

/** The parts of a request besides its method and path. */
export interface Asked extends RequestOptions {
  body?: unknown;
  /** The list and filters that the answer's `nextCursor` belongs to, if they contain ids. */
  scope?: readonly (string | null)[];
  /** A file of public/, whose name is recorded in place of its text. */
  file?: { name: string; text: string };
}

const hex = (bytes: Uint8Array) => `(bytes ${bytes.toHex()})`;
function requestBody({ body, rawBody }: Asked): string[] {
  if (rawBody instanceof Uint8Array) return [hex(rawBody)];
  if (rawBody !== undefined)
    return [String(rawBody).trim() === '' ? JSON.stringify(rawBody) : String(rawBody)];
  return body === undefined ? [] : [JSON.stringify(body)];
}

/** Sends requests at the times of its own clock, and records requests and answers. */
export class Recorder {
  readonly jobs = new HeldQueue();
  readonly visits = new HeldVisits();
  /** Method and path of each recorded request. */
  readonly asked: string[] = [];
  readonly #names = new Names();
  readonly #parts = [head];
  #now: number;

  constructor(start: number) {
    this.#now = start;
    this.#tick();
  }

  /** The time of the recording, in milliseconds since 1970. */
  get now(): number {
    return this.#now;
  }

  get text(): string {
    return `${this.#parts.join('\n\n')}\n`;
  }

  #tick(): void {
    this.#now += second;
    vi.setSystemTime(this.#now);
  }

  /** Moves the clock forward. */
  wait = (milliseconds: number): void => {
    this.#now += milliseconds;
    this.say(`(${milliseconds / second} seconds pass)`);
    vi.setSystemTime(this.#now);
  };

  /** Records a heading, or what happens between two requests. */
  say = (text: string): void => {
    this.#parts.push(`# ${text}`);
  };

  #bindings(more: object = {}) {
    return { ...this.jobs.bindings(), ...this.visits.bindings(), ...more };
  }

  /** Sends a request without recording it. */
  unrecorded = <T = unknown>(method: string, path: string, asked: Asked = {}): Promise<Reply<T>> => {
    this.#tick();
    const { body, ...options } = asked;
    return send<T>(method, path, body, { ...options, bindings: this.#bindings(options.bindings) });
  };

  ask = async <T = unknown>(method: string, path: string, asked: Asked = {}): Promise<Reply<T>> => {
    const reply = await this.unrecorded<T>(method, path, asked);
    this.asked.push(`${method} ${path}`);
    this.#write(method, path, asked, reply);
    return reply;
  };

  #write(method: string, path: string, asked: Asked, { status, headers, text, body }: Reply<unknown>): void {
    const { key, workspace, contentType, scope, file } = asked;
    const next = (body as { nextCursor?: string | null } | undefined)?.nextCursor;
    if (next && scope) this.#names.bind(next, scope);
    const sent: Record<string, string> = {
      ...(key === null ? { 'x-api-key': '(none)' } : key === undefined ? {} : { 'x-api-key': key }),
      ...(workspace ? { workspace } : {}),
      ...(contentType === undefined ? {} : { 'content-type': contentType ?? '(none)' }),
      ...asked.headers,
    };
    const id = headers.get('x-request-id') ?? '(none)';
    // Whether the service or the client made the id.
    const isOurs = asked.headers?.['x-request-id'] === undefined;
    const named = (value: string) => this.#names.in(isOurs ? value.replaceAll(id, '<request id>') : value);
    if (file && sent['if-none-match'] === headers.get('etag')) sent['if-none-match'] = '<etag of the file>';
    const request = [
      `${method} ${path}`,
      ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
      ...requestBody(asked),
    ].map((line) => shortened(this.#names.in(line), longestRequest));
    const answer =
      file?.text === text ? `(the text of public${file.name})` : shortened(named(text), longestAnswer);
    const given = new Map([...headers].map(([name, value]) => [name, named(value)]));
    if (file && given.has('etag')) given.set('etag', '<etag of the file>');
    // The hash of a text with random ids.
    if (/^"[\w-]{43}"$/.test(given.get('etag') ?? '')) given.set('etag', '<hash of the answer>');
    for (const name of ignored) given.delete(name);
    for (const name of Object.keys(usual)) if (!given.has(name)) given.set(name, '(none)');
    const told = [...given].filter(([name, value]) => usual[name] !== value).sort();
    const fields = told.map(([name, value]) => `${name}: ${value}`);
    this.#parts.push([...request, `-> ${status}`, ...fields, ...(answer === '' ? [] : [answer])].join('\n'));
  }

  get = <T = unknown>(path: string, asked?: Asked) => this.ask<T>('GET', path, asked);
  delete = <T = unknown>(path: string, asked?: Asked) => this.ask<T>('DELETE', path, asked);
  post = <T = unknown>(path: string, body?: unknown, asked?: Asked) =>
    this.ask<T>('POST', path, { body, ...asked });
  patch = <T = unknown>(path: string, body?: unknown, asked?: Asked) =>
    this.ask<T>('PATCH', path, { body, ...asked });

  /** Records the first three pages of a list, each with the cursor of the page before. */
  pages = async (path: string, scope: readonly (string | null)[], asked: Asked = {}): Promise<void> => {
    const ask = (cursor: string) =>
      this.get<{ nextCursor: string | null }>(`${path}${cursor}`, { ...asked, scope });
    let cursor = '';
    for (let page = 0; page < 3; page++) {
      const { nextCursor } = (await ask(cursor)).body;
      if (nextCursor === null) return;
      cursor = `${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`;
    }
  };

  /** Delivers the messages of publish requests, oldest first. */
  publish = async (): Promise<void> => {
    this.#tick();
    const sent = this.jobs.sent.splice(0);
    const taken: string[] = [];
    for (const job of sent) taken.push(await this.jobs.deliver(job));
    this.say(`(the queue delivers ${sent.length} jobs: ${taken.join(', ')})`);
  };

  /** Lets versions fail for good. */
  failToPublish = async (): Promise<void> => {
    this.#tick();
    for (const job of this.jobs.sent.splice(0)) await this.jobs.fail(job);
    this.say('(the version fails, and is given up)');
  };

  /** Delivers the accepted visits in one batch. */
  merge = async (): Promise<void> => {
    this.#tick();
    const sent = this.visits.sent.splice(0);
    const taken = await this.visits.deliver(sent);
    this.say(`(the queue delivers ${sent.length} visits: ${taken.join(', ')})`);
  };

  /** Delivers the accepted visits and those that were left out in one batch. */
  mergeAll = async (): Promise<void> => {
    this.#tick();
    const sent = [...this.visits.sent.splice(0), ...this.visits.leftOut.splice(0)];
    const taken = await this.visits.deliver(sent);
    this.say(`(the queue delivers ${sent.length} messages: ${taken.join(', ')})`);
  };

  /** Runs the cron. */
  cron = async (bindings: { SESSION_RETENTION_DAYS?: string } = {}): Promise<void> => {
    this.#tick();
    await worker.scheduled(createScheduledController(), { ...env, ...this.#bindings(bindings) });
    const { SESSION_RETENTION_DAYS: days } = bindings;
    this.say(`(the cron runs${days ? `, sessions are kept for ${days} days` : ''})`);
  };
}
