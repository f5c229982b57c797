/** What the page of a problem says, written by hand. Text in `backticks` is shown as code. */
export interface ProblemText {
  /** What has happened, as paragraphs. */
  means: string[];
  /** What the caller can do, as items of a list. */
  todo: string[];
  /** A request that gets the problem, and what the answer has besides the members that follow from the code. */
  example: {
    /** `METHOD /path`. */
    request: string;
    /** Header fields of the request that matter, as `name: value`. */
    headers?: string[];
    body?: string;
    detail: string;
    /** Extension members of the problem. */
    members?: Record<string, unknown>;
  };
}

/** Ids as the service makes them. */
export const ids = {
  person: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  other: 'person_01kafz8q7mfa2s4b0x1q9e6rjd',
  page: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
  audience: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
  version: 'version_01kafz8q6tf7n9t3cwh2k5v4xe',
  campaign: 'campaign_01kafz8q6tf7n9t3cwh2k5v4xe',
  experiment: 'experiment_01kafz8q6tf7n9t3cwh2k5v4xe',
  account: 'account_01kafz8q6tf7n9t3cwh2k5v4xe',
  personLog: 'person_log_01kafz8q6tf7n9t3cwh2k5v4xe',
  accountLog: 'account_log_01kafz8q6tf7n9t3cwh2k5v4xe',
  apiKey: 'api_key_01kafz8q6tf7n9t3cwh2k5v4xe',
  pageLink: 'page_link_01kafz8q6tf7n9t3cwh2k5v4xe',
  tenantDomain: 'tenant_domain_01kafz8q6tf7n9t3cwh2k5v4xe',
  website: 'website_01kafz8q6tf7n9t3cwh2k5v4xe',
  topic: 'topic_01kafz8q6tf7n9t3cwh2k5v4xe',
  annotation: 'annotation_01kafz8q6tf7n9t3cwh2k5v4xe',
  givenUp: 'givenup_01kafz8q6tf7n9t3cwh2k5v4xe',
  view: 'view_01kafz8q6tf7n9t3cwh2k5v4xe',
  webhook: 'webhook_01kafz8q6tf7n9t3cwh2k5v4xe',
  source: 'source_01kafz8q6tf7n9t3cwh2k5v4xe',
  kept: 'kept_01kafz8q6tf7n9t3cwh2k5v4xe',
  intake: 'src_main_01kafz8q6tf7n9t3cwh2k5v4xe0YlTpK',
  alert: 'alert_01kafz8q6tf7n9t3cwh2k5v4xe',
  topicEntry: 'topic_entry_01kafz8q6tf7n9t3cwh2k5v4xe',
};
