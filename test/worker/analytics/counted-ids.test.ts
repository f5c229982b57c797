import fc from 'fast-check';
import { blockOfLists, textsIn } from '../../../src/analytics/block.ts';
import { packTexts, textsOf, unpackInto } from '../../../src/analytics/columns.ts';
import { areIds, CountedIds, type StoredPart } from '../../../src/analytics/counted-ids.ts';
import { unpackIds } from '../../../src/analytics/type-ids.ts';
import { idsPerPart } from '../../../src/analytics/visitor-lists.ts';
import { newId } from '../../../src/lib/ids.ts';

const people = Array.from({ length: 12 }, () => newId('person'));

/** The column of a block, as it is read. */
const column = (ids: (string | null)[]) =>
  textsIn(
    blockOfLists({ count: ids.length, recipientPersonId: packTexts(textsOf(ids), true) }),
    'recipientPersonId',
  );

/** A list that is written and read again after each change. */
class Stored {
  #parts: StoredPart[] = [];

  change(work: (list: CountedIds) => void): CountedIds {
    const list = new CountedIds('person_', this.#parts);
    work(list);
    const changed = list.changed();
    this.#parts = [
      ...this.#parts.filter(({ part }) => changed.every((other) => other.part !== part)),
      ...changed,
    ];
    return list;
  }

  get parts(): StoredPart[] {
    return this.#parts;
  }

  /** The ids of a column of numbers. */
  idsOf(text: string, count: number): (string | null)[] {
    const all = this.#parts.toSorted((a, b) => a.part - b.part).flatMap(({ ids }) => unpackIds(ids));
    const numbers = unpackInto(new Float64Array(count), text, count);
    return Array.from({ length: count }, (_, index) => all[(numbers[index] ?? 0) - 1] ?? null);
  }
}

describe('a list of ids that blocks have numbers in', () => {
  test('has the ids of its blocks, and zeros for those that none has any more', () => {
    const block = fc.array(fc.option(fc.nat(people.length - 1), { nil: null }), {
      minLength: 1,
      maxLength: 9,
    });
    const change = fc.record({ block, gone: fc.option(fc.nat(5), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const stored = new Stored();
        const blocks: { ids: (string | null)[]; text: string }[] = [];
        for (const { block, gone } of changes) {
          const ids = block.map((place) => (place === null ? null : (people[place] ?? null)));
          const [released] = gone === undefined ? [] : blocks.splice(gone, 1);
          const list = stored.change((list) => {
            if (released) list.release(released.text, released.ids.length);
            blocks.push({ ids, text: list.take(column(ids), ids.length) });
          });
          for (const { ids, text } of blocks) expect(stored.idsOf(text, ids.length)).toEqual(ids);
          const known = new Set(blocks.flatMap(({ ids }) => ids).filter((id) => id !== null));
          const listed = stored.parts.flatMap(({ ids }) => unpackIds(ids)).filter((id) => !/_0+$/.test(id));
          expect(listed.sort()).toEqual([...known].sort());
          expect(list.isUnused).toBe(known.size === 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('has parts, of which a write has those that have changed', () => {
    const stored = new Stored();
    const many = Array.from({ length: idsPerPart + 10 }, () => newId('person'));
    const numbers = (ids: string[]) => {
      let text = '';
      const list = stored.change((list) => {
        for (let from = 0; from < ids.length; from += 2000) {
          const some = ids.slice(from, from + 2000);
          text = list.take(column(some), some.length);
        }
      });
      return { text, size: list.size };
    };
    expect(numbers(many).size).toBe(many.length);
    expect(stored.parts.map(({ part }) => part)).toEqual([0, 1]);
    const last = new CountedIds('person_', stored.parts);
    last.take(column(many.slice(-1)), 1);
    expect(last.changed().map(({ part }) => part)).toEqual([1]);
    last.take(column(people), people.length);
    expect(last.size).toBe(many.length + people.length);
    expect(new CountedIds('person_', stored.parts).changed()).toEqual([]);
  });

  test('takes TypeIDs of its prefix, and columns without any', () => {
    expect(areIds(column(people), 'person_')).toBe(true);
    expect(areIds(column([null]), 'person_')).toBe(true);
    expect(areIds(column(people), 'account_')).toBe(false);
    expect(areIds(column(['anna']), 'person_')).toBe(false);
  });
});
