import type { Context, TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import { type Violation, validationError } from '../lib/errors.ts';
import type { IfMatch, Tagged } from '../lib/precondition.ts';
import { sha256 } from '../lib/sha256.ts';
import type { AppEnv } from './app-env.ts';
import { tagListPattern } from './patterns.ts';

/** The most entity tags that a header may list. */
const listedTags = 20;

type Condition = 'If-Match' | 'If-None-Match';

const isReading = ({ req }: Context<AppEnv>) => req.method === 'GET' || req.method === 'HEAD';
const tagsIn = (header: string) => [...header.matchAll(/(W\/)?"([^"]*)"/g)];

/** Violations in a header that lists entity tags. */
function violationsOf(c: Context<AppEnv>, name: Condition): Violation[] {
  const header = c.req.header(name);
  if (header === undefined) return [];
  if (tagListPattern.test(header) && tagsIn(header).length <= listedTags) return [];
  const message = `must be * or at most ${listedTags} entity tags, such as "3"`;
  return [{ in: 'header', path: name.toLowerCase(), code: 'invalid_format', message }];
}

/** Violations in `If-None-Match` of a read, or in `If-Match` of a write. */
export const conditionViolations = (c: Context<AppEnv>): Violation[] =>
  violationsOf(c, isReading(c) ? 'If-None-Match' : 'If-Match');

/** The tags of `If-Match` or `If-None-Match`. Undefined for a missing one or `*`. Throws `validation_failed`. */
function tagsOf(c: Context<AppEnv>, name: Condition, weak: boolean): string[] | undefined {
  const header = c.req.header(name);
  if (header === undefined || header.trim() === '*') return undefined;
  const violations = violationsOf(c, name);
  if (violations.length > 0) throw validationError(violations);
  return tagsIn(header).flatMap(([, isWeak, tag]) => (isWeak && !weak ? [] : (tag ?? [])));
}

/** The tags of `If-Match`. A weak tag never matches (RFC 9110, 13.1.1). Throws `validation_failed`. */
export const ifMatch = (c: Context<AppEnv>): IfMatch => tagsOf(c, 'If-Match', false);

/** Sets `ETag`. True when a GET names this tag in `If-None-Match` (RFC 9110, 13.1.2) and gets a 304. */
function isFresh(c: Context<AppEnv>, etag: string): boolean {
  const isRead = isReading(c);
  const isAny = isRead && c.req.header('If-None-Match')?.trim() === '*';
  const known = isRead ? tagsOf(c, 'If-None-Match', true) : undefined;
  c.header('ETag', `"${etag}"`);
  return isAny || (known?.includes(etag) ?? false);
}

/** Answers with a resource and its `ETag`. A GET that already has this state gets a 304. */
export const tagged = <T extends object, S extends 200 | 201 = 200>(
  c: Context<AppEnv>,
  { value, etag }: Tagged<T>,
  status?: S,
) => (isFresh(c, etag) ? (c.body(null, 304) as never) : c.json(value, status ?? (200 as S)));

/** Answers with a result without a revision: its `ETag` is a hash. A GET that has the text gets a 304. */
export function hashed<T extends object>(c: Context<AppEnv>, value: T) {
  const text = JSON.stringify(value);
  const answer = isFresh(c, sha256(text))
    ? c.body(null, 304)
    : c.body(text, 200, { 'content-type': 'application/json' });
  return answer as unknown as Response & TypedResponse<JSONParsed<T>, 200, 'json'>;
}
