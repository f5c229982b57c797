import { FootfallProblem } from './problem.ts';

/** One page of a list. */
export interface List<Item> {
  items: Item[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** An operation that lists, such as `listPages`. */
export type ListOperation = (options: never) => Promise<{ data: List<unknown> | undefined }>;

/** An item of the list that an operation answers. */
export type ItemOf<Operation extends ListOperation> = NonNullable<
  Awaited<ReturnType<Operation>>['data']
>['items'][number];

const broken = (message: string) => new FootfallProblem({ code: 'unexpected_answer', status: 200, message });

/** The cursor of the page after this one, or undefined when there is none. `seen` has the cursors before it. */
function cursorAfter({ hasMore, nextCursor }: List<unknown>, seen: Set<string>): string | undefined {
  if (!hasMore) return undefined;
  if (!nextCursor) throw broken('A page of the list has no cursor to the page after it');
  if (seen.has(nextCursor)) throw broken('A page of the list has a cursor that an earlier page had');
  seen.add(nextCursor);
  return nextCursor;
}

/**
 * The items of a list, page after page. The options are those of the operation. Throws `unexpected_answer` when the
 * pages do not lead to the end of the list: an earlier cursor comes again, or one is missing.
 */
export async function* paginate<Operation extends ListOperation>(
  operation: Operation,
  options: Parameters<Operation>[0],
): AsyncGenerator<ItemOf<Operation>, void, undefined> {
  const list = operation as unknown as (options: object) => Promise<{ data: List<ItemOf<Operation>> }>;
  const { query } = options as { query?: { cursor?: string } };
  let cursor = query?.cursor;
  const seen = new Set(cursor === undefined ? [] : [cursor]);
  do {
    const { data } = await list({
      ...(options as object),
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
      throwOnError: true,
    });
    if (!Array.isArray(data.items) || typeof data.hasMore !== 'boolean')
      throw broken('This is not a page of a list');
    yield* data.items;
    cursor = cursorAfter(data, seen);
  } while (cursor !== undefined);
}
