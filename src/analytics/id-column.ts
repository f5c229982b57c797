import type { SharedTexts, Texts } from './columns.ts';
import { mostSessions } from './cut.ts';
import { IdList, SharedIds, wordsPerId } from './id-list.ts';
import type { IdNumbers } from './id-numbers.ts';

/**
 * The numbers of the ids in a column. An object is used for one block after the other: new arrays for each would take longer
 * than to fill them. Its loops have no branches, over a million sessions.
 */
export class IdColumn {
  /** By code, the number of an id plus 1; 0 for none. */
  #known = new Int32Array(mostSessions + 1);
  /** The codes that are asked for. */
  #asked = new Int32Array(mostSessions + 1);
  /** By session that is asked for, the number of its id. */
  #found = new Int32Array(mostSessions);

  /**
   * For each of some sessions of a block of `count`, the number that `numbers` gives its id, -1 for none: valid until the
   * next call. Throws as `numbers` does.
   */
  take({ codes, texts }: Texts, count: number, sessions: Int32Array, numbers: IdNumbers): Int32Array {
    if (this.#known.length <= count) {
      this.#known = new Int32Array(count + 1);
      this.#asked = new Int32Array(count + 1);
      this.#found = new Int32Array(count);
    }
    if (texts instanceof SharedIds) return this.#takeShared({ codes, texts }, sessions, numbers);
    const known = this.#known;
    const codesOfIds = this.#codesOf({ codes, texts }, count, sessions);
    if (texts instanceof IdList && texts.prefix === numbers.prefix)
      numbers.ofAll(texts.words, codesOfIds, known);
    else for (const code of codesOfIds) known[code] = numbers.of(texts.at(code - 1) ?? '') + 1;
    const found = this.#found;
    for (let nth = 0; nth < sessions.length; nth++)
      found[nth] = (known[codes[sessions[nth] ?? 0] ?? 0] ?? 0) - 1;
    return found.subarray(0, sessions.length);
  }

  /** As `take`, of a list that remembers the numbers of its ids. */
  #takeShared({ codes, texts }: SharedTexts, sessions: Int32Array, numbers: IdNumbers): Int32Array {
    const { known, words } = texts;
    const found = this.#found;
    for (let nth = 0; nth < sessions.length; nth++) {
      const code = codes[sessions[nth] ?? 0] ?? 0;
      // All but the first of an id are known.
      if (known[code] === 0 && code > 0) known[code] = numbers.ofWords(words, code * wordsPerId) + 1;
      found[nth] = (known[code] ?? 0) - 1;
    }
    return found.subarray(0, sessions.length);
  }

  /** The codes of the ids of some sessions, each once. */
  #codesOf({ codes, texts }: Texts, count: number, sessions: Int32Array): Int32Array {
    const [known, asked] = [this.#known, this.#asked];
    // A version that does not know the column may have added sessions to the block: they have codes of no id.
    known.fill(0);
    if (sessions.length === count && texts.length <= count) {
      for (let code = 1; code <= texts.length; code++) asked[code - 1] = code;
      return asked.subarray(0, texts.length);
    }
    const setOthers = (to: number) => {
      known[0] = to;
      known.fill(to, texts.length + 1, count + 1);
    };
    setOthers(1);
    let size = 0;
    for (let nth = 0; nth < sessions.length; nth++) {
      const code = codes[sessions[nth] ?? 0] ?? 0;
      asked[size] = code;
      size += 1 - (known[code] ?? 1);
      known[code] = 1;
    }
    setOthers(0);
    return asked.subarray(0, size);
  }
}
