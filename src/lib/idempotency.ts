import { createHmac } from 'node:crypto';
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

/** Canonical JSON text: texts that differ only in order of keys, white space or `1.0` for `1` give the same one. */
export function canonicalJson(text: string): string {
  return write(
    parse(text, (_name, value, { source }) => {
      if (typeof value !== 'number' || source === undefined) return value;
      const digits = significantDigits(source);
      const fits = Number.isFinite(value) && digits <= 15 && (value !== 0 || digits === 0);
      return fits ? value : new NumberText(source);
    }),
  );
}

/**
 * A hash for each given field. The payload must be canonical already. An undefined field is the same as an absent
 * one.
 */
export function fieldHashes(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, sha256(value)]])),
  );
}

/** Characters of a field's hash that are stored: enough to see whether a field differs. */
const kept = 6;

/** The hashes as they are stored. */
export const shortHashes = (hashes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [name, hash.slice(0, kept)]));

/** A digest of a whole request. Without the idempotency key it reveals nothing. */
export const requestDigest = (key: string, fields: Record<string, string>): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(Object.entries(fields).sort()))
    .digest('base64url');

/**
 * The sorted names of the fields whose stored hashes differ between two requests. Earlier versions stored whole
 * hashes.
 */
export function differingFields(a: Record<string, string>, b: Record<string, string>): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name]?.slice(0, kept) !== b[name]?.slice(0, kept)).sort();
}
