import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { mergedFrom, mergedPlace, type Place } from '../../../db/merged.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { type PeopleOf, peopleOf } from '../../accounts/store/internal.ts';
import { columnsOf, kinds, type Resource } from './read.ts';

interface HappenedParams {
  /** The owner, or the account of the owners. */
  id: Param<string>;
  source: Param<string> | undefined;
  type: Param<string> | undefined;
  start: Param<number>;
  before: Place<Param<number>, Param<string>>;
  take: Param<number>;
}

/**
 * Selects logs of an owner, or of the persons of an account, by when they happened, latest first. It reads an entry of
 * an index for each kind (source and type) of each owner, and for each log that it finds.
 */
export const selectHappened = statement(
  ({ id, source, type, ...range }: HappenedParams, resource: Resource, of: PeopleOf) => {
    const { logs, counts } = kinds[resource];
    const entry = alias(logs, 'entry');
    const merged = mergedFrom({
      ...range,
      // CROSS JOIN keeps SQLite from changing the order: first the owners.
      from: sql`${peopleOf(of, id)} as owner cross join ${counts} where ${and(
        sql`${counts.ownerId} = owner.id`,
        source && eq(counts.source, source),
        type && eq(counts.type, type),
      )}`,
      names: {
        ofOwner: sql`${counts.ownerId}`,
        ofSource: sql`${counts.source}`,
        ofType: sql`${counts.type}`,
      },
      entries: {
        table: sql`${logs} as ${entry}`,
        entry: { at: sql`${entry.happenedAt}`, id: sql`${entry.logId}` },
        isOf: (list) =>
          and(
            sql`${entry.ownerId} = ${list.ofOwner}`,
            sql`${entry.source} = ${list.ofSource}`,
            sql`${entry.type} = ${list.ofType}`,
          ),
      },
    });
    return build
      .select({ ...columnsOf(kinds[resource]), happenedAt: sql<number>`${logs.happenedAt}` })
      .from(merged)
      .crossJoin(logs)
      .where(and(sql`${logs.ownerId} = merged.ofOwner`, sql`${logs.logId} = ${mergedPlace.id}`))
      .orderBy(sql`merged.place desc`);
  },
);
