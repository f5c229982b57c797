import { FootfallProblem } from './problem.ts';

/** One page of a list. */
export interface List<Item> {
  items: Item[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Some events of the feed, which goes on behind the last. */
export interface Feed<Event> {
  events: Event[];
  hasMore: boolean;
  next: number;
}

/** An operation that lists, such as `listPages`, or `listEvents`. */
export type ListOperation = (options: never) => Promise<{ data: List<unknown> | Feed<unknown> | undefined }>;

/** An item of the list that an operation answers. */
export type ItemOf<Operation extends ListOperation> =
  NonNullable<Awaited<ReturnType<Operation>>['data']> extends infer Page
    ? Page extends { items: (infer Item)[] } | { events: (infer Item)[] }
      ? Item
      : never
    : never;

const broken = (message: string) => new FootfallProblem({ code: 'unexpected_answer', status: 200, message });

/** A page, and the parameters of the one after it. */
interface Page<Item> {
  items: Item[];
  after: Record<string, string | number> | undefined;
}

/** The page in an answer. The feed goes on behind a number, the newest event first before it. */
function pageIn<Item>(data: List<Item> | Feed<Item>, { order }: { order?: string }): Page<Item> {
  const { hasMore } = data;
  const items = 'events' in data ? data.events : data.items;
  if (!Array.isArray(items) || typeof hasMore !== 'boolean') throw broken('This is not a page of a list');
  if (!hasMore) return { items, after: undefined };
  if ('events' in data) return { items, after: { [order === 'newest' ? 'before' : 'after']: data.next } };
  if (!data.nextCursor) throw broken('A page of the list has no cursor to the page after it');
  return { items, after: { cursor: data.nextCursor } };
}

/**
 * The items of a list, page after page. It takes the operation's options. Throws `unexpected_answer` when the
 * pages do not lead to the end of the list: an earlier cursor comes again, or one is missing.
 */
export async function* paginate<Operation extends ListOperation>(
  operation: Operation,
  options: Parameters<Operation>[0],
): AsyncGenerator<ItemOf<Operation>, void, undefined> {
  type Item = ItemOf<Operation>;
  const list = operation as unknown as (options: object) => Promise<{ data: List<Item> | Feed<Item> }>;
  const { query = {} } = options as { query?: Record<string, unknown> & { order?: string } };
  const seen = new Set([String(query.cursor ?? query.after ?? query.before)]);
  let more: Page<Item>['after'] = {};
  while (more) {
    const { data } = await list({
      ...(options as object),
      query: { ...query, ...more },
      throwOnError: true,
    });
    const page = pageIn(data, query);
    yield* page.items;
    more = page.after;
    const place = String(Object.values(more ?? {})[0]);
    if (more && seen.has(place)) throw broken('A page of the list has a cursor that an earlier page had');
    seen.add(place);
  }
}
