import { type NameOf, namesOf, visitFacts } from './visit-facts.ts';

/** What visits can be broken down and filtered by: the names in requests. */
export const dimensions = namesOf('campaign', 'request', 'address', 'reported');
export type Dimension = NameOf<'campaign' | 'request' | 'address' | 'reported'>;

/** The parameters of campaigns. */
export const campaigns = namesOf('campaign');
export type Campaign = NameOf<'campaign'>;

/** The dimensions in the order of the fields of a session. */
export const sessionDimensions: readonly Dimension[] = [
  ...[...campaigns].sort(),
  ...namesOf('request', 'address', 'reported'),
];

/** The dimensions whose values belong to one page. */
export const dimensionsOfPage: readonly Dimension[] = ['pageLinkId', 'versionId'];

/** Whether visitors choose the texts of a dimension, which may be long. */
export const isLong = (name: Dimension): boolean => 'isLong' in visitFacts[name];

/** Who came: by a form, and whom the audience was made for. */
export const visitors = namesOf('visitor');
export type Visitor = NameOf<'visitor'>;

/** The most values of one dimension that a query filters by. */
export const mostFilterValues = 20;
