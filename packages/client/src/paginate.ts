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

/** The items of a list, page after page. The options are those of the operation. */
export async function* paginate<Operation extends ListOperation>(
  operation: Operation,
  options: Parameters<Operation>[0],
): AsyncGenerator<ItemOf<Operation>, void, undefined> {
  const list = operation as unknown as (options: object) => Promise<{ data: List<ItemOf<Operation>> }>;
  const { query } = options as { query?: object };
  for (let cursor: { cursor?: string } = {}; ; ) {
    const { data } = await list({
      ...(options as object),
      query: { ...query, ...cursor },
      throwOnError: true,
    });
    yield* data.items;
    if (!data.hasMore || data.nextCursor === null) return;
    cursor = { cursor: data.nextCursor };
  }
}
