import * as z from 'zod/mini';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object } from '../../http/described.ts';
import { listQuery, pageFields } from '../../http/list-query.ts';
import { count, id, idFilter } from '../../http/schemas.ts';
import { reasons } from './reasons.ts';

export const LeftOutQuery = ranged(
  z.object({
    ...listQuery,
    ...dateRange('UTC days that are at least in part'),
    pageId: idFilter('Visits of this page.'),
  }),
);
export type LeftOutQuery = z.infer<typeof LeftOutQuery>;

export const LeftOutCount = object('LeftOutCount', {
  date: z.iso.date().check(z.meta({ maxLength: 10, description: 'A UTC day.' })),
  pageId: described(z.nullable(id('page')), 'Null for a page that does not exist.'),
  reason: described(
    z.enum(reasons),
    '`bot`: by its User-Agent. `automated`: a browser that a program drives. `own`: of your own people. `refused`: taken while the database did not answer, with a key or from an origin that may not send visits. `scanner`: the network of a mail gateway, without input. `unknown_page`: the page does not exist.',
  ),
  count,
});
export type LeftOutCount = z.infer<typeof LeftOutCount>;

export const LeftOutList = object('LeftOutList', pageFields(LeftOutCount));
export type LeftOutList = z.infer<typeof LeftOutList>;
