import { pick } from 'es-toolkit/object';
import { questionOf } from '../../../analytics/store/ask.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { wholeDays } from '../../../analytics/store/items.ts';
import type { Database } from '../../../db/client.ts';
import { record } from '../../../db/record.ts';
import type { RowOf } from '../../../db/record-list.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { type DateRange, rangeSince } from '../../../lib/range.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { figuresOf } from '../../../vocabulary/measures.ts';
import { pageLinks } from '../../tables/page-links.ts';
import type { PageLink } from '../schemas.ts';

/** The columns that say what a link is, and its state. */
export const linkColumns = {
  ...pick(pageLinks, ['pageLinkId', 'tenantDomainId', 'path', 'targetType', 'audienceId', 'pageId']),
  revision: pageLinks.revision,
};

/** The columns of a PageLink, `seq` for cursors, and the columns that show its state. */
export const pageLinkColumns = {
  seq: pageLinks.seq,
  ...linkColumns,
  ...pick(pageLinks, ['writeIds', 'createdAt', 'updatedAt', 'deletedAt']),
};
type PageLinkRow = RowOf<typeof pageLinkColumns>;

/** What a link is. The interface allows no null for the audience of a link to a page: it is `""`. */
export const toLink = (row: RowOf<typeof linkColumns>) => ({
  ...pick(row, ['pageLinkId', 'tenantDomainId', 'path']),
  target: { targetType: row.targetType, audienceId: row.audienceId ?? '', pageId: row.pageId },
});

export const toPageLink = (row: PageLinkRow): PageLink => ({
  ...toLink(row),
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  deletedAt: toTimestampOrNull(row.deletedAt),
});

const noSuchLink = 'There is no such page link.';

/** Page links. */
export const pageLinkRecord = record({
  table: pageLinks,
  id: 'pageLinkId',
  prefix: 'page_link',
  columns: pageLinkColumns,
  toItem: toPageLink,
  orThrow: orThrow('page_link_not_found', noSuchLink),
});
export const { select: selectPageLink, orThrow: pageLinkOrThrow } = pageLinkRecord;

/** What was found, or the error of a path or an address that nobody has. */
export const foundOrError = <Found>(found: Found | undefined) =>
  found === undefined
    ? { ok: false as const, error: new FootfallError('page_link_not_found', noSuchLink) }
    : { ok: true as const, found };

/** A page link, deleted or not. Throws `page_link_not_found`. */
export async function getPageLink(db: Database, pageLinkId: string): Promise<Tagged<PageLink>> {
  const [[row]] = await db.batch([selectPageLink({ pageLinkId })]);
  return pageLinkRecord.toTagged(pageLinkOrThrow(row));
}

/** Of which links visits are asked for. */
interface OfLinks {
  /** The start of the range at least, in milliseconds since 1970. */
  since?: number;
  only?: ReadonlySet<string> | undefined;
}

/** The question after the visits by each link, if a list of links has a date: what it asks, and how it shows a link. */
export function visitsByLink({ startDate, endDate }: DateRange, { since = 0, only }: OfLinks = {}) {
  if (startDate === undefined && endDate === undefined) {
    return { binding: [], inquiries: [], visitsOf: () => ({}), toItem: toPageLink, more: () => ({}) };
  }
  // A link may have led to another page, so all pages are asked.
  const question = questionOf({ range: rangeSince(since, { startDate, endDate }), filters: {} });
  const inquiry = new Inquiry({ ...question, by: 'pageLinkId', ...(only && { only }) });
  const visitsOf = (pageLinkId: string) => ({
    visits: figuresOf(inquiry.found.answer.groups.of(pageLinkId)),
  });
  return {
    binding: [startDate, endDate],
    inquiries: [inquiry],
    visitsOf,
    toItem: (row: PageLinkRow) => ({ ...toPageLink(row), ...visitsOf(row.pageLinkId) }),
    more: () => wholeDays([inquiry]),
  };
}
