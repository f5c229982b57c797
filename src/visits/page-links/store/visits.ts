import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { wholeDays } from '../../../analytics/store/items.ts';
import { questionOf } from '../../../analytics/store/request.ts';
import { type DateRange, rangeOf } from '../../../lib/range.ts';
import { figuresOf } from '../../../vocabulary/measures.ts';
import { type PageLinkRow, toPageLink } from './internal.ts';

/** The question after the visits by each link, if a list of links has a date: what it asks, and how it shows a link. */
export function visitsByLink({ startDate, endDate }: DateRange) {
  if (startDate === undefined && endDate === undefined) {
    return { binding: [], inquiries: [], toItem: toPageLink, more: () => ({}) };
  }
  // A link may have led to another page, so all pages are asked.
  const question = questionOf({ range: rangeOf({ startDate, endDate }), filters: {} });
  const inquiry = new Inquiry({ ...question, by: 'pageLinkId' });
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
