import { pageExample } from '../../content/pages/openapi.ts';
import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { exampleFigures } from '../../vocabulary/measures.ts';
import { CampaignResults } from './result-schemas.ts';
import {
  Campaign,
  CampaignList,
  type CampaignRow,
  CampaignRowList,
  CampaignRowsQueued,
  CampaignRowsResult,
} from './schemas.ts';

const words = {
  metadataOverride: { title: 'Pricing for {{companyName}}' },
  supplementaryContext: '{{firstName|They}} asked for volume prices.',
};
const campaignExample: Campaign = {
  campaignId: 'campaign_01kafz8q6tf7n9t3cwh2k5v4xe',
  pageId: pageExample.pageId,
  name: 'Spring outreach',
  path: '/for/{{companyName}}',
  tenantDomainId: null,
  onPathTaken: 'suffix',
  words,
  columns: ['firstName', 'companyName'],
  hasEarlierWords: false,
  rowsCount: 50,
  job: null,
  archivedAt: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const rowExample: CampaignRow = {
  personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  personName: 'Zoë Bauer',
  audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
  pageLinkId: 'page_link_01kafz8q6tf7n9t3cwh2k5v4xe',
  path: '/for/northwind',
  url: 'https://northwind.example/for/northwind',
  isLinkDeleted: false,
  columns: { firstName: 'Zoë' },
  status: 'published',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const outcomeExample = {
  rows: 50,
  opened: 8,
  engaged: 6,
  converted: 1,
  visits: exampleFigures().shown,
};
const answer = answerOf(Campaign, 'The campaign.', campaignExample);

const begun = {
  example: {},
  answer: {
    ...answer,
    example: {
      ...campaignExample,
      job: {
        kind: 'publish' as const,
        state: 'running' as const,
        total: 50,
        done: 0,
        changed: 0,
        refused: 0,
        problems: [],
        startedAt: '2026-11-21T09:45:00.000Z',
        endedAt: null,
        lastError: null,
      },
    },
  },
  tagged: 'write',
  errors: ['campaign_archived', 'job_running'],
} as const;

export const campaignOperations = operationsOf('Campaigns', {
  'GET /v0/pages/{page_id}/campaigns': {
    id: 'listCampaigns',
    summary: 'List the campaigns of a page, newest first',
    answer: pageOf(CampaignList, 'A page of campaigns.', campaignExample),
  },
  'POST /v0/pages/{page_id}/campaigns': {
    id: 'createCampaign',
    summary: 'Create a campaign: pages for a list of people, in the words of a template',
    description:
      'Each text of the words, and the path of the links, may have columns: `{{firstName}}`, or `{{firstName|there}}` with a default. A value is plain text, and never read as a template or as code; in a URL it is percent-encoded. A page has at most 100 campaigns.',
    example: { name: campaignExample.name, path: campaignExample.path, words },
    answer: { ...answer, status: 201 },
    tagged: 'made',
    errors: ['tenant_domain_not_found', 'fields_mismatch', 'campaigns_full'],
  },
  'GET /v0/pages/{page_id}/campaigns/{campaign_id}': {
    id: 'getCampaign',
    summary: 'Read a campaign',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/pages/{page_id}/campaigns/{campaign_id}': {
    id: 'updateCampaign',
    summary: 'Change a campaign',
    description:
      'Rows that are written later get the new words. Those that are there keep their words and their links.',
    example: { words: { metadataOverride: { title: 'New prices for {{companyName}}' } } },
    answer: {
      ...answer,
      example: {
        ...campaignExample,
        words: { metadataOverride: { title: 'New prices for {{companyName}}' } },
        columns: ['companyName'],
      },
    },
    tagged: 'write',
    errors: ['campaign_archived', 'fields_mismatch', 'job_running'],
  },
  'POST /v0/pages/{page_id}/campaigns/{campaign_id}/publish': {
    id: 'publishCampaign',
    summary: 'Publish the words of now for all rows',
    description:
      'A job that goes on after the answer, and over outages: `job` says how far it is. Each row gets its version or keeps the one it has. Rows that say the same as before are left alone, and links stay.',
    ...begun,
  },
  'POST /v0/pages/{page_id}/campaigns/{campaign_id}/roll_back': {
    id: 'rollBackCampaign',
    summary: 'Publish the words before the last change for all rows',
    description:
      'A job, as for new words. Rolled back again, the new words are there again. A page that lacks a field of these words refuses it.',
    ...begun,
    errors: [...begun.errors, 'no_earlier_words', 'fields_mismatch'],
  },
  'POST /v0/pages/{page_id}/campaigns/{campaign_id}/archive': {
    id: 'archiveCampaign',
    summary: 'Archive a campaign and the audiences of its rows',
    description:
      'A job, as for new words. Their links then show the page itself. An audience that is in another campaign of the page, which is not archived, stays as it is. The campaign takes no more rows. If the job is stopped, archive the campaign again: it goes over all rows.',
    ...begun,
  },
  'POST /v0/pages/{page_id}/campaigns/{campaign_id}/stop': {
    id: 'stopCampaign',
    summary: 'Stop the job that runs',
    description:
      'Rows that are done keep their new words, or stay archived; queued rows that wait are removed. A campaign whose archiving is stopped stays archived itself. Without a job that runs, nothing changes.',
    example: {},
    answer,
    tagged: 'write',
  },
  'GET /v0/pages/{page_id}/campaigns/{campaign_id}/results': {
    id: 'getCampaignResults',
    summary: 'Read what came of a campaign: who opened their link, was engaged, converted',
    description:
      'Visits of the page through the links of the rows, from the day on which the campaign was created. A link can be forwarded, so a visit is through the link of a person, and not by them. With `by`, also by the values of a column.',
    answer: answerOf(CampaignResults, 'The people, and the visits through their links.', {
      total: outcomeExample,
      values: [{ value: 'Steel', ...outcomeExample }],
      unlisted: 0,
    }),
    errors: ['too_many_values'],
  },
  'GET /v0/pages/{page_id}/campaigns/{campaign_id}/rows': {
    id: 'listCampaignRows',
    summary: 'List the rows of a campaign, with their links',
    description:
      'In the order of the ids of their persons. An erasure deletes the rows of the person. With a date, `visits` of each link.',
    answer: pageOf(CampaignRowList, 'A page of rows.', rowExample),
  },
  'POST /v0/pages/{page_id}/campaigns/{campaign_id}/rows': {
    id: 'writeCampaignRows',
    summary: 'Write up to 100 rows: each becomes a person, an audience, a published version and a link',
    description:
      'A person has one row in a campaign, so a row can be sent again: one that says the same writes nothing, and one with other values or after the template has changed publishes its words again and keeps its link. A person who has an audience of the page keeps it. A row that breaks a rule has a problem, and stops no other. One with 503 was left alone: the database did not answer at first, and somebody else may have written the row meanwhile. A campaign has at most 10,000 rows.',
    example: {
      rows: [
        {
          person: { email: 'zoe@northwind.example', name: 'Zoë Bauer', companyName: 'Northwind' },
          columns: { firstName: 'Zoë' },
        },
      ],
    },
    answer: answerOf(CampaignRowsResult, 'The outcome of each row, in order.', {
      results: [
        {
          status: 201,
          outcome: 'created',
          personId: rowExample.personId,
          isNewPerson: true,
          audienceId: rowExample.audienceId,
          isNewAudience: true,
          pageLinkId: rowExample.pageLinkId,
          path: rowExample.path,
          words: null,
          problem: null,
        },
      ],
    }),
    errors: ['campaign_archived', 'campaign_full'],
  },
  'POST /v0/pages/{page_id}/campaigns/{campaign_id}/waiting_rows': {
    id: 'queueCampaignRows',
    summary: 'Queue up to 1,000 rows, which a job writes',
    description:
      'For long lists: rows wait in the service, and a job writes them in order, 100 at a time, over outages and the daily limit of the plan. `job` of the campaign says how far it is. Further requests are written by the same job. Rows are checked by their schema at once, and by the template when they are written. `stop` removes the rows that wait. At most 10,000 rows of a campaign wait.',
    example: {
      rows: [
        {
          person: { email: 'zoe@northwind.example', name: 'Zoë Bauer', companyName: 'Northwind' },
          columns: { firstName: 'Zoë' },
        },
      ],
    },
    answer: {
      ...answerOf(CampaignRowsQueued, 'The rows wait.', {
        queued: 1,
        refused: [],
        job: { ...begun.answer.example.job, kind: 'write' as const, total: 1 },
      }),
      status: 202,
    },
    errors: ['campaign_archived', 'campaign_full', 'job_running'],
  },
});
