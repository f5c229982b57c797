import type { ListAudienceSessionsData } from '@footfall/client';
import { type Dimension, dimensionNames, dimensions, showValue } from '../../analytics/dimensions.ts';
import type { Query } from '../../nav/router.ts';

/** A filter of the list of visits, by its name in the address. */
export interface SessionFilter {
  label: string;
  /** All values that it can have. Others take a value of the page, or any text. */
  values?: readonly { value: string; label: string }[];
  show?: (value: string) => string;
}

const choice = (label: string, ...values: [value: string, label: string][]): SessionFilter => ({
  label,
  values: values.map(([value, text]) => ({ value, label: text })),
  show: (value) => values.find(([one]) => one === value)?.[1] ?? value,
});

const didDimension = dimensionNames.map((name): [string, SessionFilter] => [
  name,
  { label: dimensions[name].label, show: (value) => showValue(name, value) },
]);

/** What visits are filtered by: what they did, who they were, where they came from. */
export const sessionFilters: Record<string, SessionFilter> = {
  hasConversion: choice('Conversion', ['true', 'Converted'], ['false', 'Not converted']),
  hasFormSubmit: choice('Form', ['true', 'Sent'], ['false', 'Not sent']),
  status: choice('Status', ['completed', 'Completed'], ['pending', 'Going on'], ['failed', 'Failed']),
  ...Object.fromEntries(didDimension),
  audience: { label: 'Audience' },
  person: { label: 'Person' },
};

type ListQuery = NonNullable<ListAudienceSessionsData['query']>;

const isDimension = (name: string) => dimensionNames.includes(name as Dimension);

/** The filters of an address, as the API takes them: those of dimensions as lists. Values that it would refuse are left out. */
export function listFilters(query: Query): ListQuery {
  const { audience, person } = query;
  const named = Object.entries(sessionFilters).flatMap(([name, { values }]) => {
    const value = query[name];
    if (!value || name === 'audience' || name === 'person') return [];
    return values && !values.some((one) => one.value === value)
      ? []
      : [[name, isDimension(name) ? [value] : value]];
  });
  return {
    ...Object.fromEntries(named),
    ...(audience && { audienceId: audience }),
    ...(person && { personId: person }),
  };
}
