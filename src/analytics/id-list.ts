import { mostSessions } from './cut.ts';
import { idBytes, readId, splitIds, writeId } from './type-ids.ts';

/** The words of 32 bits of an id. */
export const wordsPerId = idBytes / Int32Array.BYTES_PER_ELEMENT;

/** A list of texts that may be made when they are asked for. */
export type TextList = Pick<readonly string[], 'length' | 'at' | 'indexOf'>;

/**
 * The TypeIDs of a column of a block, by their bytes: of a thousand, an answer needs few as texts. A list is used for one
 * block after the other.
 */
export class IdList implements TextList {
  /** What all begin with. */
  prefix = '';
  length = 0;
  /** The words of the id at place n begin at 4 (n + 1): the code of an id is one more than its place. */
  words = new Int32Array();
  protected bytes = new Uint8Array();
  readonly #asked = new Int32Array(wordsPerId);
  readonly #askedBytes = new Uint8Array(this.#asked.buffer);

  constructor() {
    this.makeRoom(mostSessions);
  }

  protected makeRoom(count: number): void {
    this.words = new Int32Array((count + 1) * wordsPerId);
    this.bytes = new Uint8Array(this.words.buffer, idBytes);
  }

  /** Takes the text of `packIds` that begins at a place of a text, of at most `most` ids. */
  take(text: string, from: number, most: number): this {
    if (this.words.length < (most + 1) * wordsPerId) this.makeRoom(most);
    const { prefix, base64 } = splitIds(text, from);
    this.prefix = prefix;
    this.length = Math.floor(this.bytes.setFromBase64(base64).written / idBytes);
    return this;
  }

  at(index: number): string | undefined {
    return index < 0 || index >= this.length ? undefined : readId(this.prefix, this.bytes, index * idBytes);
  }

  indexOf(id: string): number {
    if (!writeId(id, this.prefix, this.#askedBytes, 0)) return -1;
    const [one, two, three, four] = this.#asked;
    for (let at = this.length * wordsPerId; at > 0; at -= wordsPerId)
      if (
        this.words[at + 3] === four &&
        this.words[at + 2] === three &&
        this.words[at + 1] === two &&
        this.words[at] === one
      )
        return at / wordsPerId - 1;
    return -1;
  }
}

/**
 * A list that many blocks share, in parts of as many ids, by which the last may have fewer: blocks have numbers in it as
 * codes. An id that no block has any more is zeros.
 */
export class SharedIds extends IdList {
  /** By code, the number that an answer has for the id plus 1; 0 if it has none yet. */
  readonly known: Int32Array;

  constructor(prefix: string, parts: readonly { part: number; ids: string }[], perPart: number) {
    super();
    this.prefix = prefix;
    this.length = parts.length * perPart;
    this.makeRoom(this.length);
    for (const { part, ids } of parts)
      this.bytes.subarray(part * perPart * idBytes).setFromBase64(splitIds(ids).base64);
    this.known = new Int32Array(this.length + 1);
  }
}

/** The words of the ids in columns of texts that are TypeIDs with one prefix. Used for one block after the other. */
export class IdWords {
  readonly #prefix: string;
  #words = new Int32Array();
  #bytes = new Uint8Array();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The words of the id with code n begin at 4 n: as `IdList` has them. `others`: the codes of texts that are no such ids. */
  take(texts: TextList): { words: Int32Array; others: ReadonlySet<number> } {
    const others = new Set<number>();
    if (texts instanceof IdList && texts.prefix === this.#prefix) return { words: texts.words, others };
    if (this.#words.length < (texts.length + 1) * wordsPerId) {
      this.#words = new Int32Array((texts.length + 1) * wordsPerId);
      this.#bytes = new Uint8Array(this.#words.buffer);
    }
    for (let code = 1; code <= texts.length; code++)
      if (!writeId(texts.at(code - 1) ?? '', this.#prefix, this.#bytes, code * idBytes)) others.add(code);
    return { words: this.#words, others };
  }
}
