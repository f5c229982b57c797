import { type SQL, sql } from 'drizzle-orm';
import { type Bound, type Param, statement } from './statement.ts';
import { givenUp, serviceNotes } from './tables/system.ts';

/** How many messages wait to be sent again at most, how many are kept with those that were, and their bytes together. */
export const mostGivenUp = { unsent: 100, rows: 500, bytes: 1_000_000 };

/** What is kept of a message that a consumer gives up. */
export interface GivenUpRow {
  givenUpId: string;
  /** Identifies the message: it is kept once. */
  source: string;
  kind: 'visit' | 'publish';
  receivedAt: number;
  attempts: number | null;
  what: string;
  pageId: string | null;
  audienceId: string | null;
  versionId: string | null;
  sessionId: string | null;
  /** As persons have them. */
  identifiers: string[];
  /** JSON of the message. */
  body: string | null;
}

const unsent = sql`${givenUp} where sent_at is null`;
const number = (value: number) => sql.raw(String(value));

/** The condition that one more has room, besides its bytes. */
export const hasRoomForGivenUp: SQL = sql`(select count(*) from ${unsent}) < ${number(mostGivenUp.unsent)}
  and (select count(*) from ${givenUp}) < ${number(mostGivenUp.rows)}`;

const keepRow = statement(
  ({ row, now }: { row: Param<string>; now: Param<number> }) => sql`insert into ${givenUp}
  (given_up_id, source, kind, received_at, given_up_at, attempts, what, page_id, audience_id, version_id, session_id, identifiers, body)
  select ${row} ->> 'givenUpId', ${row} ->> 'source', ${row} ->> 'kind', ${row} ->> 'receivedAt', ${now}, ${row} ->> 'attempts',
    ${row} ->> 'what', ${row} ->> 'pageId', ${row} ->> 'audienceId', ${row} ->> 'versionId', ${row} ->> 'sessionId',
    ${row} -> 'identifiers', ${row} ->> 'body'
  where ${hasRoomForGivenUp}
    and (select coalesce(sum(length(body)), 0) from ${unsent}) + length(coalesce(${row} ->> 'body', '')) <= ${number(mostGivenUp.bytes)}
  on conflict (source) do nothing`,
);

const countLost = statement(
  ({
    source,
    now,
  }: {
    source: Param<string>;
    now: Param<number>;
  }) => sql`insert into ${serviceNotes} (name, at, value)
    select 'lost', ${now}, '1' where not exists (select 1 from ${givenUp} where source = ${source})
    on conflict (name) do update set at = excluded.at, value = cast(value as integer) + 1`,
);

/** Statements that keep what a consumer gives up, once, or count it as lost if there is no room. */
export const keepGivenUp = (row: GivenUpRow, now: number): Bound[] => [
  keepRow({ row: JSON.stringify(row), now }),
  countLost({ source: row.source, now }),
];
