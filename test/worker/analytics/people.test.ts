import { blockOf, blockOfLists } from '../../../src/analytics/block.ts';
import { packNumbers } from '../../../src/analytics/columns.ts';
import { mostPeople, People } from '../../../src/analytics/people.ts';
import { packIds } from '../../../src/analytics/type-ids.ts';
import { VisitorLists } from '../../../src/analytics/visitor-lists.ts';
import { newId } from '../../../src/lib/ids.ts';

/** Counts sessions of recipients and senders, of accounts with numbers: -1 is none. */
function newCounter() {
  const people = new People();
  type Session = [recipient: string | null, account: number, sender?: string | null, ofSender?: number];
  const add = (list: readonly Session[], times = 1) => {
    const block = blockOfLists({
      count: list.length,
      recipientPersonId: JSON.stringify(list.map(([recipient]) => recipient)),
      personId: JSON.stringify(list.map(([, , sender = null]) => sender)),
    });
    people.add(
      block,
      times,
      { sessions: Int32Array.from(list.keys()), places: undefined },
      {
        recipients: Int32Array.from(list, ([, account]) => account),
        senders: Int32Array.from(list, ([, , , account = -1]) => account),
      },
    );
  };
  return { people, add, counts: (size: number, of?: ReadonlySet<number>) => [...people.counts(size, of)] };
}

describe('the people of an account', () => {
  test('are its different recipients and senders; a person without an account is nobody of one', () => {
    const { add, counts } = newCounter();
    add([
      ['anna', 0],
      ['anna', 0, 'anna', 0],
      ['anna', 0, 'ben', 0],
      ['carl', -1, 'dora', 2],
      [null, -1, 'ben', -1],
    ]);
    expect(counts(4)).toEqual([2, 0, 1, 0]);
  });

  test('may have come from several accounts, and are less when all their sessions of one are taken away', () => {
    const { add, counts } = newCounter();
    add([
      ['anna', 0],
      ['anna', 1],
      ['anna', 1],
      ['anna', 2, 'anna', 0],
    ]);
    expect(counts(3)).toEqual([1, 1, 1]);
    add([['anna', 1]], -1);
    expect(counts(3)).toEqual([1, 1, 1]);
    add(
      [
        ['anna', 1],
        ['anna', 2, 'anna', 0],
      ],
      -1,
    );
    expect(counts(3)).toEqual([1, 0, 0]);
    // What is taken away may come before what is added.
    add([['ben', 1]], -1);
    add([['ben', 1]]);
    expect(counts(3)).toEqual([1, 0, 0]);
  });

  test('are counted for the accounts that are asked for', () => {
    const { add, counts } = newCounter();
    const [anna, ben] = [newId('person'), newId('person')];
    add([
      [anna, 0],
      [ben, 0, anna, 1],
      [anna, 2],
      [anna, 0],
    ]);
    add([[anna, 2]], -1);
    expect(counts(3, new Set([0, 2]))).toEqual([2, 0, 0]);
  });

  test('are refused beyond the most, of more sessions than are noted', () => {
    const { add, counts } = newCounter();
    const some = 5000;
    const person = (nth: number) => `person_${String(nth).padStart(26, '0')}`;
    const addAll = (account: number, most: number, times = 1) => {
      for (let from = 0; from < most; from += some)
        add(
          Array.from({ length: some }, (_, nth) => [person(from + nth), account]),
          times,
        );
    };
    addAll(0, mostPeople);
    addAll(0, mostPeople / 3);
    expect(counts(1)).toEqual([mostPeople]);
    addAll(0, some, -1);
    expect(counts(1)).toEqual([mostPeople]);
    addAll(0, some, -1);
    expect(counts(1)).toEqual([mostPeople - some]);
    const refusal = expect.objectContaining({ code: 'too_many_values' });
    expect(() => add([['one more', 0]])).toThrow(refusal);
    add([[person(0), 1]]);
    expect(() => counts(2)).toThrow(refusal);
  });

  test('are the same as numbers in a list and as ids, of more sessions than are noted', () => {
    const ids = Array.from({ length: 3000 }, () => newId('person'));
    const part = { generation: 0, kind: 'person', part: 0, ids: packIds(ids) ?? '' } as const;
    const lists = new VisitorLists([part]).of(0);
    const sessions = Int32Array.from({ length: 2000 }, (_, index) => index);
    /** Counts blocks of persons of two accounts, each in a place of its own, and persons by their ids. */
    const counted = (blocks: number, of?: ReadonlySet<number>) => {
      const { people, add, counts } = newCounter();
      for (let block = 0; block < blocks; block++) {
        const numbers = sessions.map((index) => ((block * 100 + index) % ids.length) + 1);
        const row = { count: 2000, firstAt: 0, endsAt: 0, recipientPersonId: packNumbers([...numbers]) };
        const roles = {
          recipients: numbers.map((number) => number % 2),
          senders: new Int32Array(2000).fill(-1),
        };
        people.add(blockOf(row, lists), 1, { sessions, places: undefined }, roles);
      }
      // Number 1 is of account 1.
      add([
        [ids[0] ?? '', 1],
        [ids[0] ?? '', 0],
      ]);
      return counts(2, of);
    };
    expect(counted(1)).toEqual([1001, 1000]);
    expect(counted(700)).toEqual([1501, 1500]);
    expect(counted(20, new Set([1]))).toEqual([0, 1500]);
    expect(counted(700, new Set([1]))[1]).toBe(1500);
  });
});
