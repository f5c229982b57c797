import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import document from '../../../public/openapi.json?raw';
import tracker from '../../../public/visit.js?raw';
import worker from '../../../src/index.ts';
import { type Reply, type RequestOptions, send } from '../support/client.ts';
import { HeldQueue, HeldVisits } from '../support/held-queue.ts';
import { longRequests } from './long-requests.ts';
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
const ignored = ['server-timing', 'cf-cache-status'];

const files: Record<string, string> = { '/openapi.json': document, '/visit.js': tracker };

const second = 1000;
const longestAnswer = 40_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const shortened = (text: string) =>
  `${text.slice(0, 200)}… (${text.length} characters, SHA-256 ${sha256(text)})`;
/** Lines of requests that a recording has in part. */
const long = new Map(longRequests.map((line) => [shortened(line), line]));

/** The body that a request in a recording stands for. */
function bodyOf(text: string): BodyInit {
  const [, bytes] = /^\(bytes (.*)\)$/.exec(text) ?? [];
  if (bytes) return Uint8Array.fromHex(bytes);
  return /^"\s*"$/.test(text) ? (JSON.parse(text) as string) : text;
}

/** Sends the requests of a recording again, each a second after the one before it, and records the answers. */
export class Tape {
  readonly jobs = new HeldQueue();
  readonly visits = new HeldVisits();
  /** Method and path of each request. */
  readonly asked: string[] = [];
  readonly #names: Names;
  readonly #parts: string[];
  readonly #played = [head];
  #now: number;

  constructor(recording: string, start: number) {
    this.#names = new Names(recording);
    this.#parts = recording
      .trimEnd()
      .split(/\n\n(?=# |[A-Z]+ \/)/)
      .slice(1);
    this.#now = start;
    this.#tick();
  }

  /** What is recorded now. */
  get text(): string {
    return `${this.#played.join('\n\n')}\n`;
  }

  #tick(milliseconds = second): void {
    this.#now += milliseconds;
    vi.setSystemTime(this.#now);
  }

  #bindings(more: object = {}) {
    return { ...this.jobs.bindings(), ...this.visits.bindings(), ...more };
  }

  /** Says what names stand for in requests that come before any answer with them. */
  give = (values: Record<string, string>): void => this.#names.give(values);

  /** The text with values in place of names. */
  valueOf = (text: string): string => this.#names.out(text);

  /** Plays what comes before the first part that has this text, or all that is left. */
  async to(text?: string): Promise<void> {
    while (this.#parts.length > 0 && !(text && this.#parts[0]?.includes(text))) await this.next();
  }

  /** Plays one part: a heading, what happens between two requests, or a request. */
  async next(options: RequestOptions = {}): Promise<void> {
    const part = this.#parts.shift() ?? '';
    const isRequest = !part.startsWith('# ');
    this.#played.push(isRequest ? await this.#ask(part, options) : ((await this.#happen(part)) ?? part));
  }

  /** Sends a request without recording it. */
  send = (method: string, path: string, options: RequestOptions): Promise<Reply<unknown>> => {
    this.#tick();
    return send(method, path, undefined, { ...options, bindings: this.#bindings(options.bindings) });
  };

  async #ask(part: string, options: RequestOptions): Promise<string> {
    const [request = '', recorded = ''] = part.split(/\n(?=-> \d+(?:\n|$))/);
    const [line = '', ...lines] = request.split('\n').map((text) => this.valueOf(long.get(text) ?? text));
    const [method = '', path = ''] = line.split(/ (.*)/);
    const field = /^([a-z0-9-]+): (.*)$/;
    const bodyAt = lines.findIndex((text) => !field.test(text));
    const fields = bodyAt === -1 ? lines : lines.slice(0, bodyAt);
    const rawBody = bodyAt === -1 ? undefined : bodyOf(lines.slice(bodyAt).join('\n'));
    const {
      'x-api-key': key,
      'content-type': contentType,
      workspace,
      ...headers
    } = Object.fromEntries(fields.map((text) => text.split(field).slice(1, 3))) as Record<string, string>;
    const reply = await this.send(method, path, {
      ...(key === undefined ? {} : { key: key === '(none)' ? null : key }),
      ...(contentType === undefined ? {} : { contentType: contentType === '(none)' ? null : contentType }),
      ...(workspace === 'acme' ? { workspace } : {}),
      ...(rawBody === undefined ? {} : { rawBody }),
      headers,
      ...options,
    });
    this.asked.push(`${method} ${path}`);
    return `${request}\n${this.#answer(reply, recorded, { path, isOurs: !('x-request-id' in headers) })}`;
  }

  #answer(
    { status, headers, text, body }: Reply<unknown>,
    recorded: string,
    { path, isOurs }: { path: string; isOurs: boolean },
  ): string {
    const next = (body as { nextCursor?: string | null } | undefined)?.nextCursor;
    const [, scope] = /"nextCursor":"<cursor (\[.*?\]) /.exec(recorded) ?? [];
    if (next && scope) this.#names.bind(next, scope);
    const id = headers.get('x-request-id') ?? '(none)';
    // How large a file is depends on what was in it before.
    const named = (value: string) =>
      this.#names
        .in(isOurs ? value.replaceAll(id, '<request id>') : value, recorded)
        .replace(/"sizeBytes":\d+/, '"sizeBytes":<bytes>');
    const isFile = files[path] === text;
    const whole = named(text);
    const answer = isFile
      ? `(the text of public${path})`
      : whole.length <= longestAnswer
        ? whole
        : shortened(whole);
    const given = new Map([...headers].map(([name, value]) => [name, named(value)]));
    if (path in files && given.has('etag')) {
      this.#names.give({ 'etag of the file': given.get('etag') ?? '' });
      given.set('etag', '<etag of the file>');
    }
    // The hash of a text with random ids.
    if (/^"[\w-]{43}"$/.test(given.get('etag') ?? '')) given.set('etag', '<hash of the answer>');
    for (const name of ignored) given.delete(name);
    for (const name of Object.keys(usual)) if (!given.has(name)) given.set(name, '(none)');
    const told = [...given].filter(([name, value]) => usual[name] !== value).sort();
    return [
      `-> ${status}`,
      ...told.map(([name, value]) => `${name}: ${value}`),
      ...(answer === '' ? [] : [answer]),
    ].join('\n');
  }

  /** Lets happen what a line of a recording says, and returns the line for what has happened, if it may differ. */
  async #happen(part: string): Promise<string | undefined> {
    const [, seconds] = /^# \((\d+) seconds pass\)$/.exec(part) ?? [];
    if (seconds) this.#tick(Number(seconds) * second);
    if (part === '# (the message is lost)') this.jobs.sent.splice(0);
    if (part === '# (the version fails, and is given up)') {
      this.#tick();
      for (const job of this.jobs.sent.splice(0)) await this.jobs.fail(job);
    }
    if (part.startsWith('# (the cron runs')) {
      this.#tick();
      const [, days] = /kept for (\d+) days/.exec(part) ?? [];
      const bindings = this.#bindings(days ? { SESSION_RETENTION_DAYS: days } : {});
      await worker.scheduled(createScheduledController(), { ...env, ...bindings });
    }
    const [, what] = /^# \(the queue delivers \d+ (jobs|visits|messages)/.exec(part) ?? [];
    return what && this.#deliver(what);
  }

  /** Delivers what waits: publishes one by one, oldest first, or visits in one batch, with those left out or without. */
  async #deliver(what: string): Promise<string> {
    this.#tick();
    const taken: string[] = [];
    if (what === 'jobs') for (const job of this.jobs.sent.splice(0)) taken.push(await this.jobs.deliver(job));
    else {
      const leftOut = what === 'messages' ? this.visits.leftOut.splice(0) : [];
      taken.push(...(await this.visits.deliver([...this.visits.sent.splice(0), ...leftOut])));
    }
    return `# (the queue delivers ${taken.length} ${what}: ${taken.join(', ')})`;
  }
}
