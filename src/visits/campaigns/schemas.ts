import * as z from 'zod/mini';
import { Figures, wholeDaysBefore } from '../../analytics/figures-schemas.ts';
import { versionStatuses } from '../../content/audiences/lifecycle.ts';
import { mostWrites, writesOf } from '../../http/batch.ts';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { countedFields, listFields, listQuery } from '../../http/list-query.ts';
import { Problem } from '../../http/problem-schema.ts';
import {
  count,
  id,
  idInput,
  multilineText,
  nameUpTo,
  text,
  textUpTo,
  timestamp,
} from '../../http/schemas.ts';
import { longestColumn } from '../../lib/template.ts';
import { hasIdentifier, PersonWrite } from '../../people/persons/body-schemas.ts';
import { tenantDomainId } from '../page-links/schemas.ts';
import { longestError, longestRow, longestValue, mostColumns, mostProblems, mostQueued } from './limits.ts';
import { CampaignWords, PathTemplate } from './words-schemas.ts';

const longestName = 100;
const onPathTaken = z.enum(['suffix', 'refuse']);

const CampaignJob = object('CampaignJob', {
  kind: described(
    z.enum(['publish', 'archive', 'write']),
    '`publish`: the words of now for all rows. `archive`: their audiences are archived. `write`: rows that were queued are written.',
  ),
  state: z.enum(['running', 'stopped', 'done']),
  total: described(count, 'The rows there were when it began; of `write`, those that were queued so far.'),
  done: described(count, 'The rows that it has looked at: this many of `total`.'),
  changed: described(count, 'Those that it has changed. The others said the same before, or were refused.'),
  refused: described(count, 'Those that it could not change.'),
  problems: described(
    z
      .array(
        z.object({
          personId: described(z.nullable(id('person')), 'Null for a row that was queued.'),
          row: described(
            z.nullable(count),
            'The place of a row that was queued, from 1. Null for any other.',
          ),
          detail: textUpTo(500),
        }),
      )
      .check(z.maxLength(mostProblems)),
    `The first ${mostProblems} of them, and why.`,
  ),
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
  lastError: described(
    z.nullable(textUpTo(longestError)),
    'Why the last attempt at its next rows has failed. It is tried again for ever: stop it if nothing else helps. Null once an attempt succeeds, and while the service waits for its database.',
  ),
});
export type CampaignJob = z.infer<typeof CampaignJob>;

export const Campaign = object('Campaign', {
  campaignId: id('campaign'),
  pageId: id('page'),
  name: textUpTo(longestName),
  path: textUpTo(2048),
  tenantDomainId: described(z.nullable(id('tenant_domain')), 'Null: the fallback subdomain.'),
  onPathTaken,
  words: CampaignWords,
  columns: described(
    z.array(textUpTo(longestColumn)).check(z.maxLength(1000)),
    'The columns that the words and the path use.',
  ),
  hasEarlierWords: described(
    z.boolean(),
    'Whether the words were changed: `roll_back` publishes those before.',
  ),
  rowsCount: count,
  job: described(z.nullable(CampaignJob), 'What is done, or was done last, to all rows.'),
  archivedAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Campaign = z.infer<typeof Campaign>;

const given = {
  name: nameUpTo(longestName),
  words: CampaignWords,
  path: PathTemplate,
  onPathTaken: described(
    z._default(onPathTaken, 'suffix'),
    'What becomes of a row whose path another row has, as of two Annas: the later gets a short suffix, or is refused. A path of any other link is always refused.',
  ),
};

export const CampaignCreate = strictObject('CampaignCreate', { ...given, tenantDomainId });
export type CampaignCreate = z.infer<typeof CampaignCreate>;

export const CampaignUpdate = strictObject('CampaignUpdate', {
  name: z.optional(given.name),
  words: z.optional(given.words),
  path: z.optional(given.path),
  onPathTaken: z.optional(onPathTaken),
});
export type CampaignUpdate = z.infer<typeof CampaignUpdate>;

const { idempotencyKey: _, ...ofPerson } = PersonWrite.shape;
const columns = described(
  z._default(
    z.record(text(1, longestColumn), multilineText(0, longestValue)).check(
      z.refine((given) => Object.keys(given).length <= mostColumns, {
        error: `must have at most ${mostColumns} columns`,
        params: { code: 'too_long' },
      }),
    ),
    {},
  ),
  'Values by the names of columns, for the templates. The fields of `person` are columns too, by their names.',
);

export const CampaignRowWrite = z
  .strictObject({
    personId: described(z.optional(idInput()), 'A person who is known, in place of `person`.'),
    person: described(
      z.optional(z.strictObject(ofPerson).check(hasIdentifier, z.meta({ id: 'CampaignPerson' }))),
      'The person, who is found by their identifiers or created. Blanks of a person who is known are filled.',
    ),
    columns,
  })
  .check(
    z.refine((row) => (row.personId === undefined) !== (row.person === undefined), {
      error: 'must have either person or personId',
      params: { code: 'required' },
    }),
    z.refine((row) => JSON.stringify(row).length <= longestRow, {
      error: `must have at most ${longestRow} characters as JSON`,
      params: { code: 'too_long' },
    }),
    z.meta({ id: 'CampaignRowWrite' }),
  );
export type CampaignRowWrite = z.infer<typeof CampaignRowWrite>;

const dryRun = described(
  z._default(z.boolean(), false),
  'Writes nothing, and answers what each row would become, with its words. Each row is looked at alone.',
);
export const CampaignRows = strictObject('CampaignRows', { rows: writesOf(CampaignRowWrite), dryRun });

/** Rows that may be anything: each has an outcome of its own. */
export const LooseCampaignRows = z.strictObject({ rows: writesOf(z.unknown()), dryRun });

/** As `LooseCampaignRows`, for the job that writes them. */
export const QueuedCampaignRows = strictObject('QueuedCampaignRows', {
  rows: writesOf(CampaignRowWrite, mostQueued),
});
export const LooseQueuedRows = z.strictObject({ rows: writesOf(z.unknown(), mostQueued) });

export const CampaignRowsQueued = object('CampaignRowsQueued', {
  queued: described(count, 'The rows that wait. They are written in order.'),
  refused: described(
    z
      .array(
        z.object({ row: described(count, 'The place of the row in the request, from 1.'), problem: Problem }),
      )
      .check(z.maxLength(mostQueued)),
    'The rows that break a rule. They do not wait.',
  ),
  job: described(
    z.nullable(CampaignJob),
    'The job that writes them: `GET` of the campaign says how far it is.',
  ),
});

export const rowOutcomes = ['created', 'updated', 'unchanged'] as const;

export const CampaignRowsResult = object('CampaignRowsResult', {
  results: z
    .array(
      z.object({
        status: z.union([
          z.literal(200),
          z.literal(201),
          z.literal(400),
          z.literal(404),
          z.literal(409),
          z.literal(422),
          z.literal(503),
        ]),
        outcome: described(
          z.nullable(z.enum(rowOutcomes)),
          '`created`: the row is new in the campaign. `updated`: it says something else than before. `unchanged`: nothing was written.',
        ),
        personId: z.nullable(id('person')),
        isNewPerson: z.boolean(),
        audienceId: z.nullable(id('audience')),
        isNewAudience: described(
          z.boolean(),
          'False for a person who had an audience of the page: that is it.',
        ),
        pageLinkId: z.nullable(id('page_link')),
        path: described(z.nullable(textUpTo(2048)), 'The path of the link.'),
        words: described(z.nullable(CampaignWords), 'In a dry run: what the page says.'),
        problem: z.nullable(Problem),
      }),
    )
    .check(z.maxLength(mostWrites)),
});
export type CampaignRowsQueued = z.infer<typeof CampaignRowsQueued>;
export type CampaignRowsResult = z.infer<typeof CampaignRowsResult>;

export const CampaignRow = object('CampaignRow', {
  personId: id('person'),
  personName: textUpTo(255),
  audienceId: id('audience'),
  pageLinkId: id('page_link'),
  path: textUpTo(2048),
  url: described(textUpTo(4096), 'The link: on its own domain, or else on the website of the page.'),
  isLinkDeleted: z.boolean(),
  columns: described(
    z.record(textUpTo(longestColumn), textUpTo(longestValue)),
    'As they were sent, with the fields of the person.',
  ),
  status: described(z.enum(versionStatuses), 'Of the version with the words of the row.'),
  visits: described(
    z.optional(Figures),
    'The visits by this link, of all pages, from the day on which the campaign was created: with startDate or endDate.',
  ),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CampaignRow = z.infer<typeof CampaignRow>;

export const CampaignRowQuery = ranged(
  z.object({ ...listQuery, ...dateRange('With it: `visits` of each link, that started') }),
);
export type CampaignRowQuery = z.infer<typeof CampaignRowQuery>;

export const CampaignList = object('CampaignList', countedFields(Campaign));
export const CampaignRowList = object('CampaignRowList', {
  ...listFields(CampaignRow),
  wholeDaysBefore: z.optional(wholeDaysBefore),
});
