import type { Database, RowsOf } from '../../db/client.ts';
import { dayMs } from '../../lib/durations.ts';
import { blockOf, textsIn } from '../block.ts';
import { areIds, CountedIds } from '../counted-ids.ts';
import {
  moveNumbering,
  numberingStatements,
  selectListsOf,
  selectNext,
  selectNumbering,
  selectRecipients,
  selectStale,
} from '../store/number.ts';
import type { VisitorKind } from '../visitors.ts';
import { type Budget, newBudget, whileFound } from './budget.ts';

/** The most blocks of one write, and the most that it looks at. */
const most = { blocks: 32, looks: 128 };
/** The fewest bytes of ids for which a block gets numbers, and the most ids of a list, which is read as a whole. */
const [leastBytes, mostIds] = [16_000, 100_000];
/** Sessions change most in their first hours: each time, their block is numbered again. */
const quietTime = dayMs;

/** The time before which all sessions of a block began that is numbered. */
export const numberedBefore = (now: number): number => now - quietTime;

type Recipients = RowsOf<[ReturnType<typeof selectRecipients>]>[0][number];

/** The numbers of a block in lists; undefined if its ids cannot have any. The ids of a block are read before the next one's. */
function numbersOf(row: Recipients, lists: Record<VisitorKind, CountedIds>, leastOf: number) {
  const { firstAt, part, count, recipientAccountId, recipientPersonId } = row;
  if (recipientAccountId.length + recipientPersonId.length <= leastOf) return undefined;
  const block = blockOf(row);
  const [accounts, persons] = [textsIn(block, 'recipientAccountId'), textsIn(block, 'recipientPersonId')];
  if (accounts.texts.length + persons.texts.length === 0) return undefined;
  if (!areIds(accounts, 'account_') || !areIds(persons, 'person_')) return undefined;
  return {
    firstAt,
    part,
    count,
    recipientAccountId: lists.account.take(accounts, count),
    recipientPersonId: lists.person.take(persons, count),
  };
}

/**
 * Gives back the numbers of blocks that have changed, and numbers these again; if there are none, the next blocks.
 * `isForced` numbers any block. Returns how many blocks it looked at.
 */
export async function numberSome(db: Database, now: number, isForced = false): Promise<number> {
  const before = isForced ? Number.MAX_SAFE_INTEGER : numberedBefore(now);
  const leastOf = isForced ? 0 : leastBytes;
  const [[state], stale, next] = await db.batch([
    selectNumbering({}),
    selectStale({ take: most.blocks }),
    selectNext({ before, isForced: Number(isForced), bytes: leastOf, take: most.looks }),
  ]);
  if (!state) return 0;
  const end = next.findIndex(({ lastAt, isLast }) => !isForced && (lastAt >= before || isLast));
  const looked = stale.length > 0 ? [] : end < 0 ? next : next.slice(0, end);
  const lacking = looked.filter(({ needsNumbers }) => needsNumbers);
  const chosen = stale.length > 0 ? stale : lacking.slice(0, most.blocks);
  const until = (lacking[most.blocks - 1] ?? looked.at(-1))?.firstAt;
  if (stale.length + looked.length === 0) return 0;
  if (chosen.length === 0 && until !== undefined) {
    await db.batch([moveNumbering({ revision: state.revision, until })]);
    return looked.length;
  }

  const last = state.generation ?? 0;
  const known = stale[0]?.generation ?? last;
  const keys = JSON.stringify(chosen.map(({ firstAt, part }) => [firstAt, part]));
  const [rows, parts] = await db.batch([selectRecipients({ keys }), selectListsOf({ generation: known })]);
  const listsOf = (some: typeof parts) => ({
    account: new CountedIds(
      'account_',
      some.filter(({ kind }) => kind === 'account'),
    ),
    person: new CountedIds(
      'person_',
      some.filter(({ kind }) => kind === 'person'),
    ),
  });
  let [lists, generation] = [listsOf(parts), known];
  if (stale.length === 0 && Math.max(lists.account.size, lists.person.size) > mostIds)
    [lists, generation] = [listsOf([]), last + 1];
  for (const { count, recipientAccountId, recipientPersonId } of stale) {
    lists.account.release(recipientAccountId, count);
    lists.person.release(recipientPersonId, count);
  }
  const numbered = rows.flatMap((row) => numbersOf(row, lists, leastOf) ?? []);
  const areNumbered = new Set(numbered.map(({ firstAt, part }) => `${firstAt} ${part}`));
  await db.batch(
    numberingStatements({
      revision: state.revision,
      generation,
      parts:
        lists.account.isUnused && lists.person.isUnused
          ? undefined
          : (['account', 'person'] as const).flatMap((kind) =>
              lists[kind].changed().map((part) => ({ kind, ...part })),
            ),
      numbered: numbered.map((row) => ({ ...row, generation, isStale: 0 })),
      deleted: stale.filter(({ firstAt, part }) => !areNumbered.has(`${firstAt} ${part}`)),
      until,
    }),
  );
  return stale.length + looked.length;
}

/** Numbers who came in the blocks of the workspace. Returns the number of blocks that it looked at. */
export const numberVisitors = (
  db: Database,
  now: number,
  { isForced = false, budget = newBudget() }: { isForced?: boolean; budget?: Budget } = {},
): Promise<number> => whileFound('number visitors', budget, () => numberSome(db, now, isForced));
