import * as z from 'zod/mini';
import { type IdPrefix, idPattern } from '../lib/ids.ts';
import { parseTimestamp, rfc3339, toTimestamp } from '../lib/time.ts';
import { described } from './described.ts';
import { messageOf } from './messages.ts';
import {
  actionUrlPattern,
  linePattern,
  multilinePattern,
  namePattern,
  optionalWebUrlPattern,
  webUrlPattern,
} from './patterns.ts';

// zod/mini brings no messages.
z.config({ localeError: messageOf });

/** Whether text is well-formed Unicode without control characters. */
export const isPrintable = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value);

// A refinement, because validators without the flag u do not understand a `pattern` with \p{…}.
const printable = {
  error: 'must have no control characters and no lone surrogates',
  params: { code: 'invalid_format' },
};

/** Whether text is printable and has no invisible format characters. Those make two different texts look the same. */
export const isVisible = (value: string) => isPrintable(value) && !/\p{Cf}/u.test(value);
/** What breaks `isVisible`. */
export const visible = { ...printable, error: 'must have no control or invisible characters' };

/** Text of an answer. */
export const textUpTo = (max: number) => z.string().check(z.maxLength(max));

/** Text of `min` to `max` characters (Unicode code points) that passes `isAllowed`. */
const textOf = (min: number, max: number, isAllowed: (value: string) => boolean, pattern: string) =>
  z.string().check(
    z.minLength(min, { error: `must have at least ${min} character${min === 1 ? '' : 's'}`, abort: true }),
    z.refine((value) => value.length <= max || [...value].length <= max, {
      error: `must have at most ${max} characters`,
      params: { code: 'too_long' },
    }),
    z.refine(isAllowed, printable),
    z.meta({ maxLength: max, pattern }),
  );

/** Text of `min` to `max` characters (Unicode code points), well-formed and without control characters. */
export const text = (min: number, max: number) => textOf(min, max, isPrintable, linePattern);

/** As `text`, but line breaks and tabs are allowed. */
export const multilineText = (min: number, max: number) =>
  textOf(min, max, (value) => isPrintable(value.replace(/[\n\r\t]/g, ' ')), multilinePattern);

/** An issue for `superRefine` with a violation's code, of the first of the fields that break a rule together. */
export const broken = (path: PropertyKey[], message: string, code = 'invalid_value') =>
  ({ code: 'custom', path, message, params: { code } }) as const;

/** When to check a rule about some fields: if each of them is valid, also if others are not. */
export const onlyValid =
  (...names: string[]) =>
  ({ issues }: z.core.ParsePayload): boolean =>
    !issues.some(({ path }) => names.includes(String(path?.[0])));

/** Makes a field optional, and lets `""` and null clear it. Both become null. */
export const clearable = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => (value === '' ? null : value)),
    ),
  );

/** 1 to 100 characters of kebab-case. */
export const kebab = z
  .string()
  .check(
    z.minLength(1, 'must have at least 1 character'),
    z.maxLength(100, 'must have at most 100 characters'),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be kebab-case: a-z, 0-9 and single hyphens between'),
  );

/** Who wrote something, in answers. */
export const author = described(
  textUpTo(100),
  'Who wrote it: the email of the person who signed in to the console, or else the name of the key.',
);

/** An instant, RFC 3339 in UTC with milliseconds. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .check(z.meta({ maxLength: 24, example: '2026-11-21T09:30:00.000Z' }));

/** When somebody last came; `of` says who. */
export const latestVisitAt = (of: string) =>
  described(
    z.nullable(timestamp),
    `The start of the latest visit with a form of ${of}, or through a link that was made for them. It is written once an hour at most, so it may be up to an hour too old, and so may the order of a list by it. Null before the first. An addition.`,
  );

const notInstant =
  'must be an RFC 3339 date and time of a day that exists, with Z or an offset (in a URL, %2B for +)';

/** A moment in a request, in any spelling of RFC 3339. The result is a `timestamp`. */
export const instant = z.string().check(
  z.maxLength(255, { error: 'must have at most 255 characters', abort: true }),
  z.regex(rfc3339, { error: notInstant, abort: true }),
  z.refine((value) => parseTimestamp(value) !== undefined, {
    error: 'must have a second of 60 at 23:59 UTC only',
    params: { code: 'invalid_format' },
    abort: true,
  }),
  z.overwrite((value) => {
    const milliseconds = parseTimestamp(value);
    return milliseconds === undefined ? value : toTimestamp(milliseconds);
  }),
  z.meta({ format: 'date-time' }),
);

/** An exact number of things. */
export const count = z.int().check(z.minimum(0), z.meta({ format: 'int64' }));

/** A name of at most `max` characters, with at least one visible character. */
export const nameUpTo = (max: number) =>
  text(1, max).check(
    z.refine((value) => value.trim() !== '', 'must not be blank'),
    z.meta({ maxLength: max, pattern: namePattern }),
  );
export const name = nameUpTo(255);

/** Whether the text has a user name before its host. Browsers treat a backslash as a slash. */
const hasUser = (value: string) => /^https?:\/\/[^\/?#\\]*@/iv.test(value);

const isWebUrl = (value: string) =>
  /^https?:\/\/[^\/?#\s\\]/iv.test(value) && URL.canParse(value) && !hasUser(value);

/** An absolute http or https URL of `min` to 2,048 characters. */
export const webUrl = (min: 0 | 1) =>
  text(min, 2048).check(
    z.refine(
      (value) => value === '' || isWebUrl(value),
      'must be an absolute http or https URL, without user name',
    ),
    z.meta({
      maxLength: 2048,
      pattern: min === 0 ? optionalWebUrlPattern : webUrlPattern,
      description: 'An absolute http or https URL.',
    }),
  );

const isActionUrl = (value: string) =>
  isWebUrl(value) || (/^(?:mailto|tel):[^\s\/?#]+/iv.test(value) && URL.canParse(value));

/** The target of a link: an absolute http, https, mailto or tel URL, or `""`. It must not hide where it leads. */
export const actionUrl = text(0, 2048).check(
  z.refine((value) => !/\p{Cf}/v.test(value), {
    error: 'must have no invisible characters, such as a soft hyphen',
    params: { code: 'invalid_format' },
  }),
  z.refine((value) => !value.includes('\\'), 'must have no backslash, which browsers read as a slash'),
  z.refine((value) => !hasUser(value), 'must have no user name or password before the host'),
  z.refine(
    (value) => value === '' || hasUser(value) || isActionUrl(value),
    'must be an absolute http, https, mailto or tel URL',
  ),
  z.meta({
    maxLength: 2048,
    pattern: actionUrlPattern,
    description:
      'An absolute http, https, mailto or tel URL, without user name, backslash and invisible characters.',
  }),
);

/** 1 to 255 characters that identify a request, so that a retry is recognised. */
export const idempotencyKey = text(1, 255);

/** Any JSON object; kept as it was sent. */
export const payload = z.looseObject({}).check(
  z.meta({
    override: { type: 'object', additionalProperties: true },
    description: 'Any JSON object up to 256 KiB of text; comes back as it was sent.',
  }),
);

/** The form of an id in answers: a TypeID. */
export const id = (prefix: IdPrefix) =>
  z.string().check(z.regex(idPattern(prefix)), z.meta({ maxLength: prefix.length + 27 }));

/** Ids are shorter than this. A longer text is not an id, and its beginning must not be taken for one. */
const longestId = 255;

/** An id in a body. Any text is valid; one that identifies nothing is a 404. */
export const idInput = (min: 0 | 1 = 1) =>
  z.string().check(
    z.minLength(min, 'must have at least 1 character'),
    z.overwrite((value) => value.slice(0, longestId + 1)),
    z.meta({ maxLength: longestId }),
  );

/** An id that filters a list. Any text is valid. */
export const idFilter = (description: string) => described(z.optional(idInput(0)), description);

/** An id in a path. Any text is valid; one that identifies nothing is a 404. */
export const idParameter = (prefix: IdPrefix) =>
  z.string().check(z.meta({ maxLength: longestId, example: `${prefix}_01kafz8q6tf7n9t3cwh2k5v4xe` }));

/** E.164. */
export const phoneNumber = z
  .string()
  .check(
    z.regex(/^\+[1-9]\d{1,14}$/, 'must be E.164: + and 2 to 15 digits, the first not 0'),
    z.meta({ maxLength: 16 }),
  );
