/** SQL of the person or the account that `related` of an event names, if any: it has an index. drizzle-kit cuts at commas. */
export const named =
  "case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end";

/** SQL of `related` without them, and without the log of the person. What it leads to else, such as a webhook, stays. */
export const unnamed = "json_remove(related, '$.personId', '$.personLogId', '$.accountId')";
