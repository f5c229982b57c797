import type { ListAudienceSessionsData } from '@footfall/client';
import {
  type FilterWords,
  pageFilter,
  pageFilters,
  visitFilter,
  workspaceFilters,
} from '../../analytics/filters.ts';
import type { Query } from '../../nav/router.ts';

const choice = (label: string, ...values: [value: string, label: string][]): FilterWords => ({
  label,
  values: values.map(([value, text]) => ({ value, label: text })),
  show: (value) => values.find(([one]) => one === value)?.[1] ?? value,
});

/** What visitors did. */
const deeds = {
  hasConversion: choice('Conversion', ['true', 'Converted'], ['false', 'Not converted']),
  hasFormSubmit: choice('Form', ['true', 'Sent'], ['false', 'Not sent']),
  status: choice('Status', ['completed', 'Completed'], ['pending', 'Active'], ['failed', 'Failed']),
};

/** What visits of a page are filtered by: what they did, where they came from, who they were. */
export const sessionFilters: Record<string, FilterWords> = {
  ...deeds,
  ...pageFilters,
  person: { label: 'Person' },
};

/** What visits of all pages are filtered by: an audience, and a person, are found on a page only. */
export const allSessionFilters: Record<string, FilterWords> = { ...deeds, ...workspaceFilters };

type ListQuery = NonNullable<ListAudienceSessionsData['query']>;

/** The filters of an address, as the API takes them for a page or for all. Values that it would refuse are dropped. */
export function listFilters(query: Query, pageId: string | undefined): ListQuery {
  const did = Object.entries(deeds).filter(([name, { values = [] }]) =>
    values.some(({ value }) => value === query[name]),
  );
  return {
    ...Object.fromEntries(did.map(([name]) => [name, query[name]])),
    ...(pageId === undefined ? visitFilter(query) : pageFilter(query)),
    ...(pageId !== undefined && query.person && { personId: query.person }),
  };
}
