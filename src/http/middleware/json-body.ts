import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { byteLength } from '../../lib/byte-length.ts';
import { FootfallError, type Violation, violation } from '../../lib/errors.ts';
import { isFlat, type JsonText, parseJsonText } from '../../lib/json-text.ts';
import type { AppEnv } from '../app-env.ts';
import { isRequiring, requirementOf } from '../requirements.ts';
import { collect } from '../validate.ts';

const kib = 1024;
/** The largest body that anyone can send: a visit with the longest fields has 27 KiB, 50 paths some 5. */
const largestOfAnyone = 32 * kib;
/** The largest visit whose key nobody has verified: four times a usual one. Its queue holds 25 GB. */
const largestUnverified = 8 * kib;
/** The largest body, in bytes. */
const largestBody = 1024 * kib;
/** The largest body of lines, in bytes: a line may be longer than any other body. */
const largestLines = 2048 * kib;
const maxPayloadBytes = 256 * 1024;
const maxDepth = 100;
const tooDeep = `must nest at most ${maxDepth} levels`;
/** The payload of a log, in a single write or in a batch. */
const payloads = { name: 'payload', path: /^(?:writes\.\d+\.)?payload$/ };

/** The path of an item of a batch. */
const batchItem = /^writes\.\d+$/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decode(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new FootfallError('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** A parsed body, and what a scan of its text has found, unless there is nothing to be found in it. */
interface Parsed {
  value: unknown;
  scan?: JsonText;
}

function parse(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    if (isFlat(text, value, payloads.name)) return { value };
    return { value, scan: parseJsonText(text, { kept: payloads, maxDepth }, value) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FootfallError('invalid_json', `The body is not JSON: ${error.message}.`);
  }
}

/** Violations in the JSON text itself, which a schema cannot see. */
function violationsOf({ deep, duplicates, sources }: JsonText): Violation[] {
  const found = (path: string, code: string, message: string) => violation('body', path, code, message);
  return [
    ...duplicates.map((path) => found(path, 'duplicate_field', 'This field occurs twice in its object.')),
    ...[...deep].map((item) => found(batchItem.test(item) ? item : '', 'too_deep', tooDeep)),
    ...[...sources]
      // A UTF-16 unit is at most three bytes of UTF-8.
      .filter(([, text]) => text.length > maxPayloadBytes / 3 && byteLength(text) > maxPayloadBytes)
      .map(([path]) => found(path, 'too_long', 'must have at most 256 KiB of JSON text')),
  ];
}

// Linear: no two `\s*` are next to each other, because anyone sends the type of a visit.
const isJson = (type = '', encoding = 'identity') =>
  (type === 'application/json' ||
    /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*(?:charset="?utf-?8"?\s*(?:;\s*)?)?)?$/i.test(type)) &&
  encoding.toLowerCase() === 'identity';

const areLines = (type = '', encoding = 'identity') =>
  /^application\/x-ndjson$/i.test(type.split(';', 1)[0]?.trim() ?? '') &&
  encoding.toLowerCase() === 'identity';

const hasBody = (method: string) => method === 'POST' || method === 'PATCH' || method === 'PUT';

/** Whether an operation will answer. Otherwise it is a 404 or a 405, whatever the body is. */
const isRouted = (c: Context<AppEnv>) => matchedRoutes(c).some(({ handler }) => isRequiring(handler));

/** Whether the body of an operation is lines of JSON. */
const takesLines = (c: Context<AppEnv>) =>
  matchedRoutes(c).some(({ handler }) => requirementOf(handler).takesLines);

function refuseLarger(maxSize: number): never {
  const size = maxSize < largestBody ? `${maxSize / kib} KiB` : `${maxSize / kib ** 2} MiB`;
  const bytes = maxSize.toLocaleString('en-US');
  throw new FootfallError('payload_too_large', `A body may have at most ${size} (${bytes} bytes).`);
}

/** Refuses a larger body by its announced length, or where it becomes too large. */
async function limitTo(maxSize: number, c: Context<AppEnv>): Promise<void> {
  const announced = c.req.header('content-length');
  // To look at the stream takes as long as to read the body.
  if (announced !== undefined && c.req.header('transfer-encoding') === undefined) {
    if (Number.parseInt(announced, 10) > maxSize) refuseLarger(maxSize);
  } else await bodyLimit({ maxSize, onError: () => refuseLarger(maxSize) })(c, () => Promise.resolve());
}

function assertType(c: Context<AppEnv>, isLines: boolean): void {
  const is = isLines ? areLines : isJson;
  if (is(c.req.header('content-type'), c.req.header('content-encoding'))) return;
  throw new FootfallError(
    'unsupported_media_type',
    `Send the body with Content-Type: application/${isLines ? 'x-ndjson' : 'json'}, in UTF-8 and without Content-Encoding.`,
  );
}

/** The bytes of a body of any type, of at most so many. Throws `payload_too_large`, `invalid_json`. */
export const rawBody = (c: Context<AppEnv>, maxSize: number): Promise<ArrayBuffer> =>
  unbroken(async () => {
    await limitTo(maxSize, c);
    return c.req.raw.arrayBuffer();
  });

/** Reads a body. If the stream breaks, the client disconnected, or sent less than it had announced. */
async function unbroken<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FootfallError || error instanceof TypeError) throw error;
    throw new FootfallError('invalid_json', 'The body broke off before its end.');
  }
}

/** The bytes of a JSON body. */
const readBytes = (c: Context<AppEnv>, isLines: boolean): Promise<ArrayBuffer> =>
  unbroken(async () => {
    await limitTo(isLines ? largestLines : (c.get('largestBody') ?? largestBody), c);
    // The body need not be read when its header fields say that it is not JSON.
    const isAnnounced = Number(c.req.header('content-length')) > 0;
    if (isAnnounced) assertType(c, isLines);
    const bytes = await c.req.raw.arrayBuffer();
    // A missing body counts as an empty object, whatever its content type.
    if (!isAnnounced && bytes.byteLength > 0) assertType(c, isLines);
    return bytes;
  });

/** Limits a body that anyone can send to fewer bytes than usual, and with a key that is not verified to even fewer; `jsonBody` applies it. */
export const bodyOfAnyone = () =>
  createMiddleware<AppEnv>(function bodyOfAnyone(c, next) {
    c.set('largestBody', c.get('unverified') ? largestUnverified : largestOfAnyone);
    return next();
  });

/**
 * Reads a JSON body of at most 1 MiB, or as `bodyOfAnyone` says. Sets `sent` to it, and `sources` to the source text of its payloads. Collects
 * the violations that JSON.parse hides: duplicate names (RFC 8259, 4) and excessive nesting. Leaves unread the body of a
 * path or a method that no operation has, and of a DELETE. Throws `unsupported_media_type`, `payload_too_large`, `invalid_json`.
 */
export const jsonBody = () =>
  createMiddleware<AppEnv>(async function jsonBody(c, next) {
    if (!isRouted(c) || !hasBody(c.req.method)) return next();
    if (takesLines(c)) {
      c.set('sent', decode(await readBytes(c, true)));
      return next();
    }
    const text = decode(await readBytes(c, false)) || '{}';
    const { value, scan } = parse(text);
    if (scan) collect(c, violationsOf(scan), scan.duplicateCount - scan.duplicates.length);
    c.set('sent', value);
    c.set('sources', scan?.sources ?? new Map());
    // c.req.text() reads this cache.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    return next();
  });
