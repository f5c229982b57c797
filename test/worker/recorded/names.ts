import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

const base32 = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const typeId = new RegExp(String.raw`(?:\b([a-z]+(?:_[a-z]+)*)_)?(?<![0-9a-z])(${base32})(?![0-9a-z])`, 'g');
const slugEnd = /-([0-9a-hjkmnp-tv-z]{8})(?![0-9a-z-])/g;
const key = /\bff_([a-z0-9]+)_([0-9A-Za-z]{38})(?![0-9A-Za-z])/g;
const code = /\bffs_([a-z0-9]+)_([0-9A-Za-z]{38})(?![0-9A-Za-z])/g;
const shareCode = /\bffshare_([a-z0-9]+)_([0-9A-Za-z]{38})(?![0-9A-Za-z])/g;
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
const bookmark = /\b[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}\b/g;
const webhookSecret = /\bwhsec_[A-Za-z0-9+/]{43}=/g;
/** The signature of the token of a preview, behind its audience and its end. */
const signature = /(?<=\.\d{13}\.)[\w-]{43}(?![\w-])/g;
/** The beginning of a cursor: the base64url of `1.` and more. */
const cursor = /\bMS[45][\w-]{6,}/g;

/**
 * Replaces random values by names, which are numbered in the order of their first appearance. The same value always
 * has the same name, and two values never have the same name.
 */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** The list and filters that each cursor belongs to. */
  readonly #cursors = new Map<string, string>();

  #nameOf(value: string, kind: string): string {
    const known = this.#names.get(value);
    if (known) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}:${count}`;
    this.#names.set(value, name);
    return name;
  }

  /** The text with names in place of random values. Cursors are shown with their content. */
  in(text: string): string {
    return text
      .replace(signature, (found) => `<${this.#nameOf(found, 'signature')}>`)
      .replace(cursor, (found) => this.#cursors.get(found) ?? this.#decoded(found))
      .replace(bookmark, '<bookmark>')
      .replace(webhookSecret, (found) => `<${this.#nameOf(found, 'webhook secret')}>`)
      .replace(
        key,
        (_, workspace: string, secret: string) => `<${this.#nameOf(secret, `key of ${workspace}`)}>`,
      )
      .replace(
        code,
        (_, workspace: string, secret: string) => `<${this.#nameOf(secret, `sign-in code of ${workspace}`)}>`,
      )
      .replace(
        shareCode,
        (_, workspace: string, secret: string) => `<${this.#nameOf(secret, `share code of ${workspace}`)}>`,
      )
      .replace(typeId, (_, prefix: string | undefined, suffix: string) => {
        const name = this.#nameOf(suffix, prefix ?? 'id');
        this.#names.set(suffix.slice(-8), name);
        // In a few places an id has no prefix, or the prefix of another kind.
        if (prefix === undefined) return `<end of ${name}>`;
        return name.startsWith(`${prefix}:`) ? `<${name}>` : `${prefix}_<end of ${name}>`;
      })
      .replace(slugEnd, (found, end: string) => {
        const name = this.#names.get(end);
        return name ? `-<last 8 of ${name}>` : found;
      })
      .replace(uuid, (found) => `<${this.#nameOf(found, 'uuid')}>`);
  }

  #decoded(found: string): string {
    const text = Buffer.from(found, 'base64url').toString();
    if (!/^1\.[0-9a-z]+\./.test(text)) return found;
    const isWhole = Buffer.from(text).toString('base64url') === found;
    return isWhole ? `<cursor ${text}>` : `<cursor ${text} damaged>`;
  }

  /**
   * Registers a cursor, which must belong to `scope`, a list and its filters. Its checksum depends on random ids, so
   * it is computed here: a cursor of the same place must have the same text.
   */
  bind(found: string, scope: readonly (string | null)[]): void {
    const text = Buffer.from(found, 'base64url').toString();
    const place = text.replace(/^1\.[0-9a-z]+\./, '');
    const sum = crc32(JSON.stringify([1, ...scope, place])).toString(36);
    if (Buffer.from(`1.${sum}.${place}`).toString('base64url') !== found)
      throw new Error(`The cursor ${text} is not of ${JSON.stringify(scope)}.`);
    this.#cursors.set(found, `<cursor ${JSON.stringify(scope)} ${place}>`);
  }
}
