import { eq, getTableColumns } from 'drizzle-orm';
import { pages } from '../../../content/tables/pages.ts';
import { record } from '../../../db/record.ts';
import { existsIn } from '../../../db/sql.ts';
import type { Param } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { annotations } from '../../tables/annotations.ts';
import type { Annotation } from '../schemas.ts';

/** Annotations. */
export const annotationRecord = record({
  table: annotations,
  id: 'annotationId',
  prefix: 'annotation',
  columns: getTableColumns(annotations),
  toItem: (row): Annotation => ({
    annotationId: row.annotationId,
    pageId: row.pageId,
    text: row.text,
    happenedAt: toTimestamp(row.happenedAt),
    author: row.author,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  }),
  orThrow: orThrow('annotation_not_found', 'There is no annotation with this id.'),
  emptied: { text: '', author: '' },
});

/** The condition that a page exists. Undefined for no page. */
export const pageExists = (pageId: Param<string | null> | undefined) =>
  pageId && existsIn(pages, eq(pages.pageId, pageId));
