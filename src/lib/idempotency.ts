import { nodeCrypto, nodeZlib } from './node.ts';
import { sha256 } from './sha256.ts';

/** The stored form of an idempotency key: its SHA-256, because the key may hold personal data. */
export const hashIdempotencyKey = (key: string): string => sha256(key);

// TypeScript's lib does not have this yet: JSON.parse source text access (TC39, stage 4).
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** A number that a double cannot hold. It is compared by its text. */
class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const significantDigits = (source: string): number =>
  source.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;

function write(value: unknown): string {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join()}}`;
}

/** What a number looks like that a double may not hold: 16 digits, or an exponent. Few texts have such a part. */
const mayBeNoDouble = /[\d.]{16}|\d[eE]/;

/** Canonical JSON text: texts that differ only in order of keys, white space or `1.0` for `1` give the same one. */
export function canonicalJson(text: string): string {
  // To ask for the source of each value takes four times as long.
  if (!mayBeNoDouble.test(text)) return write(JSON.parse(text));
  return write(
    parse(text, (_name, value, { source }) => {
      if (typeof value !== 'number' || source === undefined) return value;
      const digits = significantDigits(source);
      const fits = Number.isFinite(value) && digits <= 15 && (value !== 0 || digits === 0);
      return fits ? value : new NumberText(source);
    }),
  );
}

/** The fields of a request as they are compared: an undefined one is the same as an absent one. */
export type ComparedFields = Record<string, string | undefined>;

const present = (fields: ComparedFields) =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);

/** A text in a few characters: enough to see whether a field differs. */
const checksum = (text: string): string => nodeZlib().crc32(text).toString(36);

/** A checksum for each field. A SHA-256 of each took half of the time that a batch computes. */
export const checksumsOf = (fields: ComparedFields): Record<string, string> =>
  Object.fromEntries(present(fields).map(([name, text]) => [name, checksum(text)]));

const digestOf = (key: string, fields: [string, string][]): string =>
  nodeCrypto()
    .createHmac('sha256', key)
    .update(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

/** A digest of a whole request. Without the idempotency key it reveals nothing. */
export const requestDigest = (key: string, fields: ComparedFields): string => digestOf(key, present(fields));

/** The digest that versions until 23 November 2026 stored. They digested the SHA-256 of each field. */
export const earlierDigest = (key: string, fields: ComparedFields): string =>
  digestOf(
    key,
    present(fields).map(([name, text]) => [name, sha256(text)]),
  );

/** Whether a stored checksum is of this text. Earlier versions stored a SHA-256, or six characters of it. */
const isOf = (stored: string, text: string): boolean =>
  stored === checksum(text) || (stored.length >= 6 && sha256(text).startsWith(stored));

/** The sorted names of the fields that differ from an earlier request, by its stored checksums. */
export function differingFields(stored: Record<string, string>, fields: ComparedFields): string[] {
  const isSame = (name: string) => {
    const [first, now] = [stored[name], fields[name]];
    return first === undefined || now === undefined ? first === now : isOf(first, now);
  };
  const names = new Set([...Object.keys(stored), ...Object.keys(fields)]);
  return [...names].filter((name) => !isSame(name)).sort();
}
