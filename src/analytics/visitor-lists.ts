import { SharedIds } from './id-list.ts';
import type { VisitorKind } from './visitors.ts';

// Who came, as numbers in lists of ids: tables/visitors.ts. A block has 21 characters for each different id of a recipient,
// and two for its number. An answer that reads many blocks of the workspace reads the lists once, and numbers in place of ids.

/** The columns that blocks have as numbers, and what these are numbers of. */
export const numberedColumns = { recipientAccountId: 'account', recipientPersonId: 'person' } as const;
export type NumberedColumn = keyof typeof numberedColumns;
export const isNumbered = (name: string): name is NumberedColumn => name in numberedColumns;

/** How many ids a part of a list has: all parts but the last. */
export const idsPerPart = 16_384;

/** A part of a list. */
export interface ListPart {
  generation: number;
  kind: VisitorKind;
  part: number;
  ids: string;
}

/** The lists of one generation, by the columns whose numbers are numbers in them. */
export type ListsOfBlock = Record<NumberedColumn, SharedIds>;

/** The lists that an answer has read. */
export class VisitorLists {
  readonly #lists: ReadonlyMap<number, ListsOfBlock>;

  constructor(parts: readonly ListPart[]) {
    const listOf = (of: ListPart[], kind: VisitorKind) =>
      new SharedIds(
        `${kind}_`,
        of.filter((part) => part.kind === kind),
        idsPerPart,
      );
    const generations = Map.groupBy(parts, ({ generation }) => generation);
    this.#lists = new Map(
      Array.from(generations, ([generation, of]) => [
        generation,
        { recipientAccountId: listOf(of, 'account'), recipientPersonId: listOf(of, 'person') },
      ]),
    );
  }

  get areRead(): boolean {
    return this.#lists.size > 0;
  }

  /** The lists of a generation; undefined for a block that has ids. Throws an Error if they were not read. */
  of(generation: number | null | undefined): ListsOfBlock | undefined {
    if (generation == null) return undefined;
    const lists = this.#lists.get(generation);
    if (!lists) throw new Error('The lists of a block were not read.');
    return lists;
  }
}
