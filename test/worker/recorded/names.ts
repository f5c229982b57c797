import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { createShareCode } from '../../../src/access/share-links/link.ts';
import { createCode } from '../../../src/access/sign-in/store/exchange.ts';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { newId } from '../../../src/lib/ids.ts';
import { sourceAddress } from '../../../src/visits/sources/address.ts';

const base32 = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const typeId = new RegExp(String.raw`(?:\b([a-z]+(?:_[a-z]+)*)_)?(?<![0-9a-z])(${base32})(?![0-9a-z])`, 'g');
const slugEnd = /-([0-9a-hjkmnp-tv-z]{8})(?![0-9a-z-])/g;
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
const bookmark = /\b[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}\b/g;
const webhookSecret = /\bwhsec_[A-Za-z0-9+/]{43}=/g;
/** The signature of the token of a preview, behind its audience and its end. */
const signature = /(?<=\.\d{13}\.)[\w-]{43}(?![\w-])/g;
/** The beginning of a cursor: the base64url of `1.` and more. */
const cursor = /\bMS[45][\w-]{6,}/g;
/** Keys and codes, whose prefix is followed by the workspace, and how to make one that nobody has. */
const secrets = {
  key: { pattern: /\bff_([a-z0-9]+)_[0-9A-Za-z]{38}(?![0-9A-Za-z])/g, make: createApiKey },
  'sign-in code': { pattern: /\bffs_([a-z0-9]+)_[0-9A-Za-z]{38}(?![0-9A-Za-z])/g, make: createCode },
  'source address': {
    pattern: /\bsrc_([a-z0-9]+)_[0-9A-Za-z]{32}(?![0-9A-Za-z])/g,
    make: (workspace: string) => sourceAddress(workspace, newId('source')),
  },
  'share code': { pattern: /\bffshare_([a-z0-9]+)_[0-9A-Za-z]{38}(?![0-9A-Za-z])/g, make: createShareCode },
};

const base64url = (text: string) => Buffer.from(text).toString('base64url');

/**
 * Random values by names, such as `<topic:1>`. The same value always has the same name, and two values never have the
 * same name.
 */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #last = new Map<string, number>();
  /** The list and filters that each cursor belongs to. */
  readonly #cursors = new Map<string, string>();

  /** `recording` has the names that are taken. */
  constructor(recording: string) {
    for (const [, kind = '', count] of recording.matchAll(/<(?:end of )?([a-z _-]+):(\d+)>/g))
      this.#last.set(kind, Math.max(this.#last.get(kind) ?? 0, Number(count)));
  }

  #bind(name: string, value: string): string {
    this.#names.set(value, name);
    this.#values.set(name, value);
    return name;
  }

  /** Says what names stand for in requests. */
  give(values: Record<string, string>): void {
    for (const [name, value] of Object.entries(values))
      this.#bind(name, value.replace(new RegExp(`^[a-z_]+_(?=${base32}$)`), ''));
  }

  /**
   * The text with names in place of random values. A value that is new has the first name of its kind in the recorded
   * text that stands for no other value. Cursors are shown with their content.
   */
  in(text: string, recorded: string): string {
    const nameOf = (value: string, kind: string): string => {
      const known = this.#names.get(value);
      if (known) return known;
      const names = recorded
        .matchAll(new RegExp(`<(?:end of )?(${kind}:\\d+)>`, 'g'))
        .map(([, name = '']) => name);
      const free = names.find((name) => !this.#values.has(name));
      if (free) return this.#bind(free, value);
      const count = (this.#last.get(kind) ?? 0) + 1;
      this.#last.set(kind, count);
      return this.#bind(`${kind}:${count}`, value);
    };
    let named = text
      .replace(signature, (found) => `<${nameOf(found, 'signature')}>`)
      .replace(cursor, (found) => this.#cursors.get(found) ?? this.#decoded(found))
      .replace(bookmark, (found) => {
        this.#values.set('bookmark', found);
        return '<bookmark>';
      })
      .replace(webhookSecret, (found) => `<${nameOf(found, 'webhook secret')}>`);
    for (const [kind, { pattern }] of Object.entries(secrets))
      named = named.replace(
        pattern,
        (found, workspace: string) => `<${nameOf(found, `${kind} of ${workspace}`)}>`,
      );
    return named
      .replace(typeId, (_, prefix: string | undefined, suffix: string) => {
        const name = nameOf(suffix, prefix ?? 'id');
        this.#names.set(suffix.slice(-8), name);
        // In a few places an id has no prefix, or the prefix of another kind.
        if (prefix === undefined) return `<end of ${name}>`;
        return name.startsWith(`${prefix}:`) ? `<${name}>` : `${prefix}_<end of ${name}>`;
      })
      .replace(slugEnd, (found, end: string) => {
        const name = this.#names.get(end);
        return name ? `-<last 8 of ${name}>` : found;
      })
      .replace(uuid, (found) => `<${nameOf(found, 'uuid')}>`);
  }

  #decoded(found: string): string {
    const text = Buffer.from(found, 'base64url').toString();
    if (!/^1\.[0-9a-z]+\./.test(text)) return found;
    return base64url(text) === found ? `<cursor ${text}>` : `<cursor ${text} damaged>`;
  }

  /** The value of a name. A name that no answer has had stands for something that does not exist. */
  #valueOf(name: string): string {
    const known = this.#values.get(name);
    if (known) return known;
    const [, kind = '', workspace = ''] = /^(.*) of (.*):/.exec(name) ?? [];
    const make = secrets[kind as keyof typeof secrets]?.make;
    const made = make ? make(workspace) : `01jq${String(this.#values.size).padStart(22, 'z')}`;
    this.#bind(name, made);
    return made;
  }

  /** The text with values in place of names. */
  out(text: string): string {
    return text
      .replace(/<(bookmark|etag of the file)>/g, (_, name: string) => this.#values.get(name) ?? '')
      .replace(/<end of ([a-z_]+:\d+)>/g, (_, name: string) => this.#valueOf(name))
      .replace(/<last 8 of ([a-z_]+:\d+)>/g, (_, name: string) => this.#valueOf(name).slice(-8))
      .replace(/<([a-z_]+):\d+>/g, (name, kind: string) => {
        const value = this.#valueOf(name.slice(1, -1));
        return ['signature', 'uuid'].includes(kind) ? value : `${kind}_${value}`;
      })
      .replace(/<([a-z -]+ of [a-z]+:\d+)>/g, (_, name: string) => this.#valueOf(name))
      .replace(/<cursor (\[.*?\]) ([^>]*)>/g, (_, scope: string, place: string) =>
        this.#cursorOf(scope, place),
      )
      .replace(/<cursor ([^>]*?)( damaged)?>/g, (_, place: string, damaged?: string) =>
        damaged ? `${base64url(place)}x` : base64url(place),
      );
  }

  /** A cursor of a list with filters. Its checksum depends on them, and so on random ids. */
  #cursorOf(scope: string, place: string): string {
    const sum = crc32(JSON.stringify([1, ...(JSON.parse(scope) as unknown[]), place])).toString(36);
    return base64url(`1.${sum}.${place}`);
  }

  /** Registers the cursor of an answer, which must be of the list that is recorded: a JSON array, with names. */
  bind(found: string, recorded: string): void {
    const scope = this.out(recorded);
    const place = Buffer.from(found, 'base64url')
      .toString()
      .replace(/^1\.[0-9a-z]+\./, '');
    if (this.#cursorOf(scope, place) !== found) throw new Error(`The cursor ${found} is not of ${scope}.`);
    this.#cursors.set(found, `<cursor ${scope} ${place}>`);
  }
}
