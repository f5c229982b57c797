import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { wholeDays } from '../../../analytics/store/items.ts';
import { type DateRange, rangeOf } from '../../../lib/range.ts';
import { figuresOf } from '../../../vocabulary/measures.ts';
import { type PageLinkRow, toPageLink } from './internal.ts';

/** The question after the visits by each link, if a list of links has a date: what it asks, and how it shows a link. */
export function visitsByLink({ startDate, endDate }: DateRange) {
  if (startDate === undefined && endDate === undefined) {
    return { binding: [], inquiries: [], toItem: toPageLink, more: () => ({}) };
  }
  const { start, end } = rangeOf({ startDate, endDate });
  // A link may have led to another page, so all pages are asked.
  const inquiry = new Inquiry({
    pageId: undefined,
    boundaries: [start, end],
    filters: {},
    by: 'pageLinkId',
    now: Date.now(),
  });
  return {
    binding: [startDate, endDate],
    inquiries: [inquiry],
    toItem: (row: PageLinkRow) => ({
      ...toPageLink(row),
      visits: figuresOf(inquiry.found.answer.groups.of(row.pageLinkId)),
    }),
    more: () => wholeDays([inquiry]),
  };
}
