import { answerOf, lastPage, type OperationDocs } from '../../http/openapi/document.ts';
import { LeftOutList } from './schemas.ts';

export const leftOutOperations: OperationDocs = {
  'GET /v0/analytics/left_out': {
    id: 'listLeftOutVisits',
    tag: 'Visits',
    summary: 'List how many visits were excluded, and why',
    description:
      'By UTC day, page and reason, latest first. Visits with `DNT: 1` or `Sec-GPC: 1` are nowhere. `startDate` and `endDate` together span at most 400 days; each day that the range touches is in the list.',
    answer: answerOf(LeftOutList, 'A page of counts.', {
      items: [
        { date: '2026-11-21', pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe', reason: 'bot', count: 12 },
        { date: '2026-11-21', pageId: null, reason: 'unknown_page', count: 3 },
      ],
      ...lastPage,
    }),
  },
};
