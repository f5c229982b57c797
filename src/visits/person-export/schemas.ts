import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { payload } from '../../http/schemas.ts';

/** What the lines of a person's export are about, in their order. */
export const exportKinds = [
  ...['person', 'account', 'log', 'visit', 'audience', 'version', 'page_link', 'campaign_row'],
  ...['campaign_problem', 'event', 'visit_day', 'alert_firing', 'alert_visit', 'waiting_row', 'given_up'],
  ...['kept_delivery', 'end'],
] as const;

export const PersonExportQuery = z.object({
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
});

export const PersonExport = object('PersonExport', {
  lines: described(
    z.array(payload).check(z.maxLength(10_000)),
    `Each has its \`kind\`: ${exportKinds.map((kind) => `\`${kind}\``).join(', ')}. The last line of all, \`end\`, has the number of lines of each kind.`,
  ),
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string().check(z.maxLength(2000))),
});
export type PersonExport = z.infer<typeof PersonExport>;
