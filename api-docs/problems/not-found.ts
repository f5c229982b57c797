import type { ErrorCode } from '../../src/lib/errors.ts';
import { ids, type ProblemText } from './text.ts';

/** The advice that holds for every id. */
const checkTheId = 'Check the id: it was copied whole, and it is of this workspace and this deployment.';

const notFound = (
  means: string,
  todo: string[],
  request: string,
  detail: string,
  body?: string,
): ProblemText => ({
  means: [means],
  todo: [checkTheId, ...todo],
  example: { request, ...(body === undefined ? {} : { body }), detail },
});

const page = `/v0/pages/${ids.page}`;

/** Problems of an id that names nothing. */
export const notFoundProblems = {
  person_not_found: notFound(
    'There is no person with this id. Perhaps they were erased.',
    ['Find the person by name, email or phone number: `GET /v0/persons/search`.'],
    `DELETE /v0/persons/${ids.person}`,
    'There is no person with this id.',
  ),
  person_log_not_found: notFound(
    'The person has no log with this id. It may be a log of another person, or have been erased with its person.',
    ["List the person's logs: `GET /v0/persons/{person_id}/logs`."],
    `GET /v0/persons/${ids.person}/logs/${ids.personLog}`,
    'This person has no log with this id.',
  ),
  account_not_found: notFound(
    'There is no account with this id.',
    [
      'List the accounts: `GET /v0/accounts`. To write a log by domain, send `domain` in place of `accountId`.',
    ],
    'POST /v0/account_logs',
    'There is no account with this id.',
    `{"source": "crm", "type": "deal-won", "payload": {}, "accountId": "${ids.account}"}`,
  ),
  account_log_not_found: notFound(
    'The account has no log with this id. It may be a log of another account.',
    ["List the account's logs: `GET /v0/accounts/{account_id}/logs`."],
    `GET /v0/accounts/${ids.account}/logs/${ids.accountLog}`,
    'This account has no log with this id.',
  ),
  api_key_not_found: notFound(
    'No live API key has this id. It may have been revoked, or have expired.',
    ['List the keys: `GET /v0/api_keys`. A key that has ended cannot be rotated: make another.'],
    `DELETE /v0/api_keys/${ids.apiKey}`,
    'No live API key has this id in this workspace.',
  ),
  page_not_found: notFound(
    'There is no page with this id.',
    ['List the pages: `GET /v0/pages`.'],
    `POST ${page}/audiences`,
    'There is no page with this id.',
    '{}',
  ),
  audience_not_found: notFound(
    'The page has no audience with this id. It may be an audience of another page.',
    ["List the page's audiences: `GET /v0/pages/{page_id}/audiences`."],
    `PATCH ${page}/audiences/${ids.audience}`,
    'The page has no audience with this id.',
    '{"customName": "Enterprise"}',
  ),
  version_not_found: notFound(
    'The audience has no version with this id. It may be a version of another audience.',
    ["List the audience's versions: `GET /v0/pages/{page_id}/audiences/{audience_id}/versions`."],
    `GET ${page}/audiences/${ids.audience}/versions/${ids.version}`,
    'The audience has no version with this id.',
  ),
  experiment_not_found: notFound(
    'There is no test with this id. It may have been deleted.',
    ['List the tests: `GET /v0/experiments`.'],
    `POST /v0/experiments/${ids.experiment}/stop`,
    'There is no test with this id.',
  ),
  page_link_not_found: notFound(
    'There is no page link with this id, or no link with this path on this domain. It may have been deleted.',
    [
      'Search the links by a part of their path: `GET /v0/page_links/search`. Without `tenantDomainId`, it searches the fallback subdomain only.',
      'For `resolve`: show your own page for a path that has no link. Encode the path of the visitor.',
    ],
    `PATCH /v0/page_links/${ids.pageLink}`,
    'There is no such page link.',
    '{"path": "/prices"}',
  ),
  campaign_not_found: notFound(
    'The page has no campaign with this id.',
    ['List its campaigns: `GET /v0/pages/{page_id}/campaigns`.'],
    `GET /v0/pages/${ids.page}/campaigns/nothing`,
    'The page has no campaign with this id.',
  ),
  tenant_domain_not_found: notFound(
    'There is no tenant domain with this id.',
    ['List the domains: `GET /v0/tenant_domains`. Use null for the fallback subdomain.'],
    'POST /v0/page_links',
    'There is no tenant domain with this id.',
    `{"path": "/prices", "target": {"audienceId": "${ids.audience}"}, "tenantDomainId": "nothing"}`,
  ),
  website_not_found: notFound(
    'There is no website with this id.',
    ['List the websites: `GET /v0/websites`.'],
    'DELETE /v0/websites/nothing',
    'There is no website with this id.',
  ),
  share_link_not_found: notFound(
    'There is no share link with this id. 30 days after its end it is deleted.',
    ['List the share links that work: `GET /v0/share_links`.'],
    'DELETE /v0/share_links/nothing',
    'There is no share link with this id.',
  ),
  topic_not_found: notFound(
    'There is no topic with this id. It may have been deleted.',
    ['List the topics: `GET /v0/topics`.'],
    `POST /v0/topics/${ids.topic}/entries`,
    'There is no topic with this id.',
    '{"content": {"type": "question", "content": "What does it cost?"}}',
  ),
  topic_entry_not_found: notFound(
    'The topic has no entry with this id. It may have been deleted, or be an entry of another topic.',
    ["List the topic's entries: `GET /v0/topics/{topic_id}/entries`."],
    `PATCH /v0/topics/${ids.topic}/entries/${ids.topicEntry}`,
    'The topic has no entry with this id.',
    '{"sortOrder": 1}',
  ),
  annotation_not_found: notFound(
    'There is no annotation with this id. It may have been deleted.',
    ['List the annotations: `GET /v0/annotations`.'],
    `PATCH /v0/annotations/${ids.annotation}`,
    'There is no annotation with this id.',
    '{"text": "New prices"}',
  ),
  view_not_found: notFound(
    'There is no view with this id. It may have been deleted.',
    ['List the views: `GET /v0/views`.'],
    `PATCH /v0/views/${ids.view}`,
    'There is no view with this id.',
    '{"name": "Newsletter"}',
  ),
  webhook_not_found: notFound(
    'There is no webhook with this id. It may have been deleted.',
    ['List the webhooks: `GET /v0/webhooks`.'],
    `PATCH /v0/webhooks/${ids.webhook}`,
    'There is no webhook with this id.',
    '{"types": ["form.submitted"]}',
  ),
  source_not_found: notFound(
    'There is no source with this id or at this address. It may have been deleted, or the address was cut off: it ends in a checksum.',
    ['List the sources: `GET /v0/sources`. Copy `url` as a whole.'],
    `PATCH /v0/sources/${ids.source}`,
    'There is no source with this id.',
    '{"name": "stripe-eu"}',
  ),
  kept_not_found: notFound(
    'The source keeps no delivery with this id. It may have become a log since, been deleted or erased with its person, or its time is over.',
    ['List what it keeps: `GET /v0/sources/{source_id}/kept`.'],
    `DELETE /v0/sources/${ids.source}/kept/${ids.kept}`,
    'The source keeps no delivery with this id.',
  ),
  alert_not_found: notFound(
    'There is no alert with this id. It may have been deleted.',
    ['List the alerts: `GET /v0/alerts`.'],
    `PATCH /v0/alerts/${ids.alert}`,
    'There is no alert with this id.',
    '{"isEnabled": false}',
  ),
  delivery_not_found: notFound(
    'The webhook has sent no event with this number, or the event is not kept any more.',
    ['List what it has sent: `GET /v0/webhooks/{webhook_id}/deliveries`.'],
    `POST /v0/webhooks/${ids.webhook}/deliveries/4711/resend`,
    'The webhook has no delivery of an event with this number.',
  ),
  given_up_not_found: notFound(
    'Nothing that a queue gave up has this id. A visit is kept for 13 days after it was received, and goes with the person whom it names.',
    ['Read what is kept: `GET /v0/system`.'],
    `POST /v0/system/given_up/${ids.givenUp}/send`,
    'Nothing that is kept has this id.',
    '{}',
  ),
  audience_session_not_found: notFound(
    'The page has no session with this id. It may be a session of another page, or older than `SESSION_RETENTION_DAYS`.',
    [
      "List the page's sessions: `GET /v0/pages/{page_id}/audience_sessions`.",
      'The numbers of removed sessions stay in the analytics.',
    ],
    `GET ${page}/audience_sessions/audience_session_7f3a`,
    'The page has no session with this id.',
  ),
  restore_not_found: notFound(
    'Nothing was ever restored in this workspace.',
    ['Begin with `POST /v0/restore`, or use `npm run restore`.'],
    'GET /v0/restore',
    'Nothing is being restored in this workspace.',
  ),
} as const satisfies Partial<Record<ErrorCode, ProblemText>>;
