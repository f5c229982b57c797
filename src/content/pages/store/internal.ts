import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isLastWrite, type WriteParams } from '../../../db/conditional-write.ts';
import { record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { FootfallError, fieldsMismatch, orThrow, violation } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { timesOf, toTimestampOrNull } from '../../../lib/time.ts';
import { audiences, pages } from '../../tables/pages.ts';
import { mostCharacters, mostFields, type PageField } from '../fields.ts';
import { fullMetadata, metadataFields, metadataPatch } from '../metadata.ts';
import type { Page, PageCreate, PageUpdate } from '../schemas.ts';

export const pageColumns = getTableColumns(pages);
export type PageRow = typeof pages.$inferSelect;

/** Pages. */
export const pageRecord = record({
  table: pages,
  id: 'pageId',
  prefix: 'page',
  columns: pageColumns,
  toItem: (row): Page => ({
    pageId: row.pageId,
    title: row.title,
    url: row.url,
    metadata: fullMetadata(row.metadata),
    fields: row.fields.map(({ characters: _, removedAt, ...field }) => ({
      ...field,
      removedAt: toTimestampOrNull(removedAt),
    })),
    audiencesCount: row.audiencesCount,
    ...timesOf(row, ['createdAt', 'updatedAt']),
  }),
  orThrow: orThrow('page_not_found', 'There is no page with this id.'),
  // It includes the number of audiences, which the page shows.
  etag: {
    sql: sql`${pages.revision} || '.' || ${pages.audiencesCount}`,
    of: (row) => `${row.revision}.${row.audiencesCount}`,
  },
  unique: { column: 'url', code: 'page_conflict', field: 'url' },
  initial: { audiencesCount: 0 },
});
export const { select: selectPage, orThrow: pageOrThrow } = pageRecord;

/** Pages, newest first. */
export const listPages = recordList(pageRecord, { by: 'pageId', isDescending: true, counter: 'pages' });

/** Creates a page. Throws `page_conflict` when another has its URL. */
export const createPage = (
  db: Database,
  { title, url, metadata, fields = [] }: PageCreate,
): Promise<Tagged<Page>> =>
  pageRecord.create(db, {
    title,
    url,
    metadata: JSON.stringify(metadataFields(metadata)),
    fields: JSON.stringify(fields),
  });

/** Selects a field from a row of `json_each`. */
const of = (row: string, name: keyof PageField | 'characters') => sql.raw(`${row}.value ->> '${name}'`);
const isNamed = (names: Param<string>) =>
  sql`${of('old', 'name')} in (select value from json_each(${names}))`;

interface FieldsParams {
  /** JSON text of all fields that the page shall have. Undefined if they stay. */
  fields: Param<string> | undefined;
  /** JSON text of the names of removed fields that are forgotten. */
  discarded: Param<string>;
  now: Param<number>;
}

/** The fields of a page after a change: those that are given, and behind them those that are removed. */
function fieldsAfter({ fields, discarded, now }: FieldsParams): SQL {
  if (!fields)
    return sql`(select json_group_array(json(old.value)) from json_each(${pages.fields}) as old
      where not ${isNamed(discarded)})`;
  const removed = sql`iif(${of('old', 'removedAt')} is null, json_set(old.value, '$.removedAt', ${now}), old.value)`;
  const isGiven = sql`${of('old', 'name')} in (select ${of('given', 'name')} from json_each(${fields}) as given)`;
  return sql`(select json_group_array(json(value)) from (
    select value from json_each(${fields})
    union all
    select ${removed} from json_each(${pages.fields}) as old where not ${isGiven} and not ${isNamed(discarded)}))`;
}

/** The condition that a change of the fields is possible: see `refuseFields`, which says why it is not. */
function areFieldsPossible(params: FieldsParams): SQL {
  const { fields, discarded } = params;
  if (!fields)
    return sql`not exists (select 1 from json_each(${pages.fields}) as old
      where ${isNamed(discarded)} and ${of('old', 'removedAt')} is null)`;
  const given = (...names: (keyof PageField)[]) =>
    sql`(select ${sql.join(
      names.map((name) => of('given', name)),
      sql`, `,
    )} from json_each(${fields}) as given)`;
  const isOfOtherKind = sql`${of('old', 'name')} in ${given('name')}
    and (${of('old', 'name')}, ${of('old', 'kind')}) not in ${given('name', 'kind')}`;
  return sql`not exists (select 1 from json_each(${pages.fields}) as old where ${isOfOtherKind})
    and (select count(*) <= ${mostFields} and coalesce(sum(${of('after', 'characters')}), 0) <= ${mostCharacters}
      from json_each(${fieldsAfter(params)}) as after)`;
}

/** Throws why the fields of a page cannot be changed so: `fields_mismatch`, or `fields_full`. */
function refuseFields(page: PageRow, { fields, discardFields = [] }: PageUpdate): never {
  const old = new Map(page.fields.map((field) => [field.name, field]));
  const ofOtherKind = (fields ?? []).flatMap(({ name, kind }, index) => {
    const was = old.get(name)?.kind;
    if (was === undefined || was === kind) return [];
    const message = `is ${was}, also if it was removed: discard it, or choose another name`;
    return [violation('body', `fields.${index}.kind`, 'not_allowed', message)];
  });
  const inUse = discardFields.flatMap((name, index) =>
    !fields && old.get(name)?.removedAt === null
      ? [violation('body', `discardFields.${index}`, 'not_allowed', 'is in use: remove the field first')]
      : [],
  );
  if (ofOtherKind.length + inUse.length > 0) throw fieldsMismatch([...ofOtherKind, ...inUse]);
  throw new FootfallError(
    'fields_full',
    `A page has at most ${mostFields} fields with ${mostCharacters.toLocaleString('en')} characters in all labels, help and defaults, those that were removed included: discard some.`,
  );
}

interface ReviseParams extends Omit<FieldsParams, 'now'> {
  pageId: Param<string>;
  title: Param<string> | undefined;
  url: Param<string> | undefined;
  /** JSON text: `metadata` replaces the metadata, `patch` is merged into it (RFC 7396). */
  metadata: Param<string> | undefined;
  patch: Param<string> | undefined;
  write: WriteParams;
}

const revisePage = statement(
  (
    { pageId, title, url, metadata, patch, fields, discarded, write }: ReviseParams,
    areFieldsChanged: boolean,
  ) => {
    const params = { fields, discarded, now: write.now };
    return pageRecord.revise(
      pageId,
      write,
      {
        title,
        url,
        metadata: patch ? sql`json_patch(${pages.metadata}, ${patch})` : metadata,
        fields: areFieldsChanged ? fieldsAfter(params) : undefined,
      },
      areFieldsChanged ? areFieldsPossible(params) : undefined,
    );
  },
);

interface DiscardParams {
  pageId: Param<string>;
  discarded: Param<string>;
  /** A JSON merge patch that removes the values. */
  patch: Param<string>;
  write: WriteParams;
}
/** Discards values of audiences, if the write has changed the page, whose revision is a part of their entity tags. */
const discardValues = statement(({ pageId, discarded, patch, write }: DiscardParams) =>
  build
    .update(audiences)
    .set({ fieldOverrides: sql`json_patch(${audiences.fieldOverrides}, ${patch})` })
    .where(
      and(
        eq(audiences.pageId, pageId),
        sql`exists (select 1 from json_each(${audiences.fieldOverrides}) as own
          where own.key in (select value from json_each(${discarded})))`,
        existsIn(pages, and(eq(pages.pageId, pageId), isLastWrite(pages.writeIds, write))),
      ),
    ),
);

/**
 * Changes the given fields. Throws `page_not_found`, `precondition_failed`, `page_conflict`, `fields_mismatch`, and
 * `fields_full`.
 */
export function updatePage(
  db: Database,
  pageId: string,
  changes: PageUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Page>> {
  const { title, url, metadata, fields, discardFields } = changes;
  const replaced = metadata === null ? '{}' : undefined;
  const patch = metadata ? JSON.stringify(metadataPatch(metadata)) : undefined;
  const given = fields && JSON.stringify(fields);
  const discarded = JSON.stringify(discardFields ?? []);
  const areFieldsChanged = fields !== undefined || discardFields !== undefined;
  const nulls = JSON.stringify(Object.fromEntries((discardFields ?? []).map((name) => [name, null])));
  return pageRecord.write(
    db,
    pageId,
    { title, url, metadata: replaced ?? patch, fields: given, discardFields },
    ifMatch,
    {
      write: (write) =>
        revisePage(
          { pageId, title, url, metadata: replaced, patch, fields: given, discarded, write },
          areFieldsChanged,
        ),
      ...(discardFields && {
        also: (write) => discardValues({ pageId, discarded, patch: nulls, write }),
      }),
      refuseFor: (page) => areFieldsChanged && refuseFields(page, changes),
    },
  );
}
