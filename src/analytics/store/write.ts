import type { Bound } from '../../db/statement.ts';
import type { BlockKey, StoredBlock } from '../block.ts';
import { deleteBlocks, upsertBlocks } from './seal.ts';

/** Characters of JSON in one bound value: D1 takes 2 MB, and a character may be three bytes. */
const mostCharacters = 600_000;

/** JSON arrays of items, each short enough to bind. */
function boundLists(items: readonly unknown[]): string[] {
  const lists: string[] = [];
  let list: string[] = [];
  let size = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (size > 0 && size + text.length > mostCharacters) {
      lists.push(`[${list}]`);
      [list, size] = [[], 0];
    }
    list.push(text);
    size += text.length;
  }
  if (size > 0) lists.push(`[${list}]`);
  return lists;
}

/** Statements that write blocks and delete others. */
export function writeStatements(
  revision: number,
  { written, deleted }: { written: StoredBlock[]; deleted: BlockKey[] },
): Bound[] {
  const keys = deleted.map(({ pageId, isRemoved, firstAt, part }) => [pageId, isRemoved, firstAt, part]);
  return [
    ...(keys.length > 0 ? [deleteBlocks({ keys: JSON.stringify(keys), revision })] : []),
    ...boundLists(written).map((rows) => upsertBlocks({ rows, revision })),
  ];
}
