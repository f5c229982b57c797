import type { Database } from '../../db/client.ts';
import type { Question } from '../question.ts';
import { ask, askWith } from './ask.ts';
import { type Found, type FoundBlock, Inquiry } from './inquiry.ts';

type Find = NonNullable<Question['find']>;

/**
 * The newest of some blocks that have as many sessions before a time, and when these begin. If all blocks have fewer,
 * sessions that are not sealed may be needed, however old they are.
 */
function newestWith(blocks: FoundBlock[], { before, take }: Find): { newest: FoundBlock[]; from: number } {
  const newest: FoundBlock[] = [];
  let lacking = take;
  for (const block of blocks.filter(({ firstAt }) => firstAt < before).toReversed()) {
    if (lacking <= 0) break;
    newest.push(block);
    // The block before which the time is may have sessions on both sides of it.
    if (block.lastAt < before) lacking -= block.count;
  }
  return { newest, from: lacking > 0 ? 0 : (newest.at(-1)?.firstAt ?? 0) };
}

/** The starts in an answer, latest first. */
const startsIn = ({ answer }: Found): readonly number[] => answer.latest?.starts ?? [];

/**
 * The latest starts that a question asks for that finds them in the newest blocks, when its answer has all of them. If
 * these are not enough, others are read in the blocks that have some.
 */
export async function latestStarts(
  db: Database,
  question: Question,
  asked: Inquiry,
): Promise<readonly number[]> {
  const { find, boundaries } = question;
  if (!find) return [];
  const { found, revision } = asked;
  // Each session that a correction takes away may be one of a block.
  const { newest, from } = newestWith(found.blocks, { ...find, take: find.take + found.takenAway });
  if (newest.every(({ hasStarts }) => hasStarts)) return startsIn(found);

  const [start = 0, end = 0] = boundaries;
  const inquiry = new Inquiry({
    ...question,
    boundaries: [Math.max(start, from), Math.min(end, find.before)],
    find: { ...find, blocks: newest.map(({ firstAt }) => firstAt) },
  });
  await askWith(db, [inquiry], []);
  const isSame = inquiry.revision === revision && inquiry.found.takenAway <= found.takenAway;
  if (isSame) return startsIn(inquiry.found);
  // Between the two, blocks have been written, or sessions of theirs have changed.
  return startsIn(await ask(db, { ...question, find: { ...find, blocks: 'all' } }));
}
