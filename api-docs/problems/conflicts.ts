import type { ErrorCode } from '../../src/lib/errors.ts';
import { ids, type ProblemText } from './text.ts';

const versions = `/v0/pages/${ids.page}/audiences/${ids.audience}/versions`;

/** Problems of a request that does not fit what is stored. */
export const conflictProblems = {
  person_conflict: {
    means: [
      'Another person has this email address, phone number or LinkedIn profile. Each of them belongs to one person. Nothing was written.',
      '`field` names the identifier, and `conflictingId` the person who has it.',
    ],
    todo: [
      'After a retry of `POST /v0/persons`, this is the person that your first request created. Use `conflictingId`.',
      'To change that person, send `PATCH /v0/persons/{conflictingId}`.',
      'To write down what somebody did, send `POST /v0/person_logs`. It finds the person by the identifier, or creates one.',
    ],
    example: {
      request: 'POST /v0/persons',
      body: '{"name": "Zoë", "email": "zoe.marchetti@northwind.example"}',
      detail: `${ids.person} has this email already.`,
      members: { field: 'email', conflictingId: ids.person },
    },
  },
  page_conflict: {
    means: [
      'Another page has this URL. URLs are compared as browsers normalise them: `HTTPS://Acme.Example` is `https://acme.example/`.',
    ],
    todo: [
      'Use the page of `conflictingId`. After a retry, it is the page that your first request created.',
      'If the two pages differ, give each its own URL.',
    ],
    example: {
      request: 'POST /v0/pages',
      body: '{"title": "Pricing", "url": "https://acme.example/pricing"}',
      detail: `${ids.page} has this url already.`,
      members: { field: 'url', conflictingId: ids.page },
    },
  },
  audience_conflict: {
    means: [
      'The page has an audience for this person already. It may be archived. A page has at most one audience for a person.',
    ],
    todo: [
      'Use the audience of `conflictingId`.',
      'If it is archived, restore it: `POST /v0/pages/{page_id}/audiences/{conflictingId}/restore`.',
    ],
    example: {
      request: `POST /v0/pages/${ids.page}/audiences`,
      body: `{"personId": "${ids.person}"}`,
      detail: `${ids.audience} of this page is for this person already.`,
      members: { field: 'personId', conflictingId: ids.audience },
    },
  },
  audience_archived: {
    means: ['The audience is archived, so a page link cannot lead to it.'],
    todo: [
      'Restore the audience: `POST /v0/pages/{page_id}/audiences/{audience_id}/restore`.',
      'Or let the link lead to its page: `{"targetType": "page", "pageId": …}`.',
    ],
    example: {
      request: 'POST /v0/page_links',
      body: `{"path": "/for/zoe", "target": {"audienceId": "${ids.audience}"}}`,
      detail: `${ids.audience} is archived.`,
      members: { field: 'target.audienceId', conflictingId: ids.audience },
    },
  },
  campaign_archived: {
    means: ['The campaign is archived, so it takes no rows and no other words.'],
    todo: ['Create another campaign: a person who has an audience of the page keeps it.'],
    example: {
      request: `PATCH /v0/pages/${ids.page}/campaigns/${ids.campaign}`,
      body: '{"name": "Autumn"}',
      detail: `${ids.campaign} is archived.`,
    },
  },
  campaign_full: {
    means: [
      'The campaign has 10,000 rows, which is the most that a campaign may have. Only rows of other people are refused.',
    ],
    todo: ['Begin another campaign of the page for them.'],
    example: {
      request: `POST /v0/pages/${ids.page}/campaigns/${ids.campaign}/rows`,
      body: '{"rows": [{"person": {"email": "zoe@northwind.example"}}]}',
      detail: 'A campaign has at most 10,000 rows.',
    },
  },
  campaigns_full: {
    means: [
      'The page has 100 campaigns, which is the most that a page may have. Those that are archived count.',
    ],
    todo: [
      'Write the rows to a campaign that is there: each row may have a column that says which list it is from.',
    ],
    example: {
      request: `POST /v0/pages/${ids.page}/campaigns`,
      body: '{"name": "Spring", "path": "/for/{{name}}", "words": {}}',
      detail: 'A page has at most 100 campaigns.',
    },
  },
  job_running: {
    means: ['A job runs on the rows of the campaign: new words are published, or the campaign is archived.'],
    todo: ['Wait until `job.state` is `done`, or stop it: `POST …/stop`.'],
    example: {
      request: `POST /v0/pages/${ids.page}/campaigns/${ids.campaign}/publish`,
      body: '{}',
      detail: 'A job runs: 400 of 1000 rows are done. Stop it first.',
    },
  },
  no_earlier_words: {
    means: ['The template of the campaign has never been changed, so there are no words to go back to.'],
    todo: ['Change the words: `PATCH /v0/pages/{page_id}/campaigns/{campaign_id}`.'],
    example: {
      request: `POST /v0/pages/${ids.page}/campaigns/${ids.campaign}/roll_back`,
      body: '{}',
      detail: 'The words of the campaign have never been changed.',
    },
  },
  session_conflict: {
    means: [
      'A session of the import has the id of another session, or exists on another page. No session of the request was imported.',
    ],
    todo: [
      'Find the session of `conflictingId`, and give each session of the other service one id that never changes.',
      'Import the sessions of each page with a request to that page.',
    ],
    example: {
      request: `POST /v0/pages/${ids.page}/audience_sessions/import`,
      body: '{"sessions": [ … ]}',
      detail: 'their/session 1 has this audienceSessionId already.',
      members: { field: 'audienceSessionId', conflictingId: 'their/session 1' },
    },
  },
  invalid_transition: {
    means: [
      'The version does not allow this action in its current status. `currentStatus` is that status, and `allowedActions` lists what it allows. Or a test does not: it was not started yet, or has ended.',
      'Often somebody else was faster: the version was published or cancelled, or the test was stopped, since you read it.',
    ],
    todo: [
      'Read the version again, and choose one of `allowedActions`.',
      'A published version never changes. To change what is live, change the words of its audience, which opens the next draft, and publish that one. `POST …/versions` opens a draft with the same words.',
      'If the audience is archived, restore it before you publish.',
      'To repeat a publish safely, send the same `operationKey`: a repeated request is then no conflict.',
    ],
    example: {
      request: `POST ${versions}/${ids.version}/publish`,
      body: '{}',
      detail:
        'A version that is queued does not allow publish; it allows cancel. It is on its way to visitors already.',
      members: {
        field: 'status',
        conflictingId: ids.version,
        currentStatus: 'queued',
        allowedActions: ['cancel'],
      },
    },
  },
  experiment_running: {
    means: [
      'A test runs on the audience, and `conflictingId` names it. While it runs, what its visitors see stays as it is: no version can be published or rolled back, no version of the test can be cancelled, and no other test can start. Of the test itself only the name can change.',
    ],
    todo: [
      'Let the test end, or end it: `POST /v0/experiments/{conflictingId}/stop`, or `…/publish_winner` with the version to publish.',
      'Then send the request again.',
    ],
    example: {
      request: `POST ${versions}/${ids.version}/publish`,
      body: '{}',
      detail: `${ids.experiment} runs on this audience. Stop it first.`,
      members: { field: 'experimentId', conflictingId: ids.experiment },
    },
  },
  experiment_impossible: {
    means: [
      'The audience cannot have such a test as it is now. `detail` says why, `field` is what is in the way, and `conflictingId` names the version that cannot be part of a test.',
      'A test compares 2 to 4 versions of an audience that many people see. One is the live version. The others are the latest version while it is a draft or cancelled, and those that a test has frozen before.',
    ],
    todo: [
      'If the audience has no live version, publish one first.',
      'If a version is about to be published, wait until it is live, or cancel it.',
      'If another version is live now than when the test was made, make a new test.',
      'For other words, change those of the audience, which opens the next draft, and name that.',
      'For an audience of one person there is no test: one reader decides nothing.',
    ],
    example: {
      request: 'POST /v0/experiments',
      body: `{"audienceId": "${ids.audience}", "goal": "conversion", "arms": [{"versionId": "${ids.version}"}]}`,
      detail: 'The audience has no live version to test against. Publish one first.',
      members: { field: 'audienceId' },
    },
  },
  path_taken: {
    means: [
      'Another page link has this path on the same domain. Paths are compared after they are normalised: `/%C3%BCber-uns/` is `/über-uns`.',
    ],
    todo: [
      'Choose another path.',
      'Change the existing link: `PATCH /v0/page_links/{conflictingId}`.',
      'Delete the existing link, which frees its path.',
    ],
    example: {
      request: 'POST /v0/page_links',
      body: `{"path": "/prices", "target": {"audienceId": "${ids.audience}"}}`,
      detail: `${ids.pageLink} has this path already.`,
      members: { field: 'path', conflictingId: ids.pageLink },
    },
  },
  domain_taken: {
    means: ['The workspace has this tenant domain already.'],
    todo: [
      'Use the domain of `conflictingId`. After a retry, it is the one that your first request created.',
    ],
    example: {
      request: 'POST /v0/tenant_domains',
      body: '{"domain": "offers.links.example"}',
      detail: `${ids.tenantDomain} has this domain already.`,
      members: { field: 'domain', conflictingId: ids.tenantDomain },
    },
  },
  origin_taken: {
    means: ['The workspace has a website with this origin already.'],
    todo: [
      'Nothing: its visits are allowed. After a retry, `conflictingId` is the website that your first request created.',
    ],
    example: {
      request: 'POST /v0/websites',
      body: '{"origin": "https://shop.northwind.example"}',
      detail: `${ids.website} has this origin already.`,
      members: { field: 'origin', conflictingId: ids.website },
    },
  },
  websites_full: {
    means: ['The workspace has 100 websites, which is the most that it may have.'],
    todo: [
      'Delete a website that sends no visits any more. Origins in `VISIT_ORIGINS` do not count.',
      'A website whose own server sends its visits needs no entry: a request without `Origin` passes.',
    ],
    example: {
      request: 'POST /v0/websites',
      body: '{"origin": "https://shop.northwind.example"}',
      detail: 'A workspace has at most 100 websites.',
    },
  },
  share_links_full: {
    means: ['The workspace has 100 share links that work, which is the most that it may have.'],
    todo: [
      'Revoke a link that nobody needs: in the console under Settings, Share links, or with `DELETE /v0/share_links/{share_link_id}`.',
      'Links that have ended or were revoked do not count.',
    ],
    example: {
      request: 'POST /v0/share_links',
      body: '{"name": "November for the board", "path": "/?range=30d", "lifetime": "30d"}',
      detail: 'A workspace has at most 100 share links that work. Revoke one that nobody needs.',
    },
  },
  fields_mismatch: {
    means: [
      'Values do not fit the fields of the page as it is: it has no field of that name, or the value is of another kind, or longer than the field allows. `errors` names each.',
      'A field has another kind already, also one that was removed and not discarded; or `discardFields` names a field that is in use.',
    ],
    todo: [
      'Read the page: `fields` has the name, the kind and the longest length of each.',
      'To give a field another kind, declare it with another name, or remove it and discard its values first.',
    ],
    example: {
      request: `PATCH /v0/pages/${ids.page}/audiences/${ids.audience}`,
      body: '{"fieldOverrides": {"hero": ["Prices for a fleet"]}}',
      detail: 'The request breaks one rule; see errors.',
      members: {
        errors: [
          {
            in: 'body',
            path: 'fieldOverrides.hero',
            code: 'invalid_type',
            message: 'must be a text in one line',
          },
        ],
      },
    },
  },
  fields_full: {
    means: [
      'A page has at most 200 fields, and 20,000 characters in all their labels, help and defaults together. Fields that were removed count until they are discarded.',
    ],
    todo: ['Name removed fields in `discardFields`, or shorten labels, help and defaults.'],
    example: {
      request: `PATCH /v0/pages/${ids.page}`,
      body: '{"fields": [{"name": "hero", "label": "Headline", "kind": "text"}]}',
      detail:
        'A page has at most 200 fields with 20,000 characters in all labels, help and defaults, those that were removed included: discard some.',
      members: {},
    },
  },
  topic_full: {
    means: ['The topic has 50 entries, which is the most that a topic may have.'],
    todo: ['Delete an entry that is no longer needed, or begin another topic.'],
    example: {
      request: `POST /v0/topics/${ids.topic}/entries`,
      body: '{"content": {"type": "fact", "content": "Delivery takes two days."}}',
      detail: 'A topic takes at most 50 entries.',
      members: { field: 'entries', conflictingId: ids.topic },
    },
  },
  name_taken: {
    means: [
      'Another view of the workspace has this name. Names are compared without case and accents: `Größe` is `grosse`.',
    ],
    todo: [
      'Choose another name.',
      'Change the existing view: `PATCH /v0/views/{conflictingId}`. After a retry, it is the one that your first request saved.',
    ],
    example: {
      request: 'POST /v0/views',
      body: '{"name": "Newsletter", "address": "/?utmSource=newsletter"}',
      detail: `${ids.view} has this name already.`,
      members: { field: 'name', conflictingId: ids.view },
    },
  },
  views_full: {
    means: ['The workspace has 1,000 views, which is the most that it may have.'],
    todo: ['Delete views that nobody needs: `DELETE /v0/views/{view_id}`.'],
    example: {
      request: 'POST /v0/views',
      body: '{"name": "Newsletter", "address": "/?utmSource=newsletter"}',
      detail: 'A workspace has at most 1,000 views.',
    },
  },
  webhooks_full: {
    means: ['The workspace has 20 webhooks, which is the most that it may have.'],
    todo: ['Delete webhooks that nobody needs: `DELETE /v0/webhooks/{webhook_id}`.'],
    example: {
      request: 'POST /v0/webhooks',
      body: '{"url": "https://hooks.northwind.example/footfall", "types": ["form.submitted"]}',
      detail: 'A workspace has at most 20 webhooks.',
    },
  },
  sources_full: {
    means: ['The workspace has 50 sources, which is the most that it may have.'],
    todo: ['Delete sources that nobody needs: `DELETE /v0/sources/{source_id}`.'],
    example: {
      request: 'POST /v0/sources',
      body: '{"provider": "stripe"}',
      detail: 'A workspace has at most 50 sources.',
    },
  },
  source_secret_missing: {
    means: [
      'A service sends to a source that has no secret yet. Nothing was taken: nobody could say who sent it.',
    ],
    todo: [
      'Give it the secret that the service signs with: `POST /v0/sources/{source_id}/secret`, or Settings › Sources in the console. An isolate of the Worker knows it within a minute.',
    ],
    example: {
      request: `POST /v0/intake/${ids.intake}`,
      body: '{"id": "evt_1PqXyZ2eZvKYlo2C", "type": "invoice.paid"}',
      detail: 'The source has no secret yet, so it takes nothing.',
    },
  },
  alerts_full: {
    means: ['The workspace has 50 alerts, which is the most that it may have.'],
    todo: ['Delete alerts that nobody needs: `DELETE /v0/alerts/{alert_id}`.'],
    example: {
      request: 'POST /v0/alerts',
      body: `{"name": "Links", "webhookId": "${ids.webhook}", "condition": {"type": "link_opened"}}`,
      detail: 'A workspace has at most 50 alerts.',
    },
  },
  webhook_disabled: {
    means: [
      'The webhook is switched off, so nothing is sent again. `disabledReason` of `GET /v0/webhooks/{webhook_id}` says why.',
    ],
    todo: [
      'Look whether its receiver answers: `POST /v0/webhooks/{webhook_id}/test`.',
      'Switch it on: `PATCH /v0/webhooks/{webhook_id}` with `{"isEnabled": true}`. Then send the request again.',
    ],
    example: {
      request: `POST /v0/webhooks/${ids.webhook}/recover`,
      body: '{"since": "2026-11-25T00:00:00Z"}',
      detail: 'The webhook is switched off; switch it on first.',
    },
  },
  webhook_secret_missing: {
    means: [
      'The webhook was imported, and an export has no secrets. Nothing is sent until it has one: the receiver could not verify it.',
    ],
    todo: [
      'Give it one: `POST /v0/webhooks/{webhook_id}/rotate`. Store `secret` of the answer at the receiver.',
    ],
    example: {
      request: `POST /v0/webhooks/${ids.webhook}/test`,
      detail: 'The webhook has no secret, because it was imported; rotate it first.',
    },
  },
  precondition_failed: {
    means: [
      'Somebody changed the record after you read it: its `ETag` is not the one of your `If-Match`. Nothing was written, so no change is lost.',
      '`currentETag` is the entity tag of the current state.',
    ],
    todo: [
      'Read the record again, and show the person both versions.',
      'Send the change again with the new `ETag` in `If-Match`.',
      'Do not retry with `currentETag` without reading: that would overwrite the other change.',
    ],
    example: {
      request: `PATCH /v0/accounts/${ids.account}`,
      headers: ['if-match: "1.1.2214064690000"'],
      body: '{"name": "Northwind"}',
      detail: 'It has changed since it was read; read it again.',
      members: { currentETag: '"2.1.2214064690000"' },
    },
  },
  secret_shown: {
    means: [
      'This request was carried out when it was first sent with this `Idempotency-Key`. Its answer had a secret (a key, the code of a link, the secret of a webhook), which is never kept, so it cannot be shown again. Nothing was written now.',
      '`conflictingId` names the record that has the secret.',
    ],
    todo: [
      'If the first answer arrived, use its secret.',
      'If it was lost, rotate the key or the webhook, or delete the record and make another, with another `Idempotency-Key`.',
    ],
    example: {
      request: 'POST /v0/api_keys',
      body: '{"name": "CRM", "scopes": ["log"]}',
      detail: 'This request was carried out. Its answer had a secret, which is not kept and not shown again.',
      members: { field: 'Idempotency-Key', conflictingId: ids.apiKey },
    },
  },
  workspace_not_empty: {
    means: [
      'Sample data is only loaded into a workspace without pages, persons, companies and visits.',
      'A backup is only restored into a workspace without any data: `tables` names those that have rows.',
    ],
    todo: [
      'Look at sample data in an empty workspace: `npm start -- --empty` serves one on your machine.',
      'It is no error to load it twice.',
      'Restore into a new workspace.',
    ],
    example: {
      request: 'POST /v0/sample_data',
      body: '{}',
      detail: 'The workspace has pages, persons, companies or visits.',
    },
  },
  restore_running: {
    means: ['The workspace is being filled from a backup already.'],
    todo: [
      'Go on with it: `GET /v0/restore` says how many lines have been received.',
      'Or give it up: `DELETE /v0/restore`, then `POST /v0/restore/advance` until `phase` is `given_up`.',
    ],
    example: {
      request: 'POST /v0/restore',
      body: '{ … }',
      detail: 'A restore runs already: go on with it, or give it up.',
    },
  },
  restore_not_receiving: {
    means: [
      'A restore takes lines after it has made room, and until it has the last line. `phase` says where it is.',
    ],
    todo: ['Send `POST /v0/restore/advance` until `phase` is `receiving`.'],
    example: {
      request: 'POST /v0/restore/lines?after=0',
      members: { phase: 'dropping' },
      detail: 'The restore takes no lines now: it is dropping.',
    },
  },
  schema_mismatch: {
    means: ['The backup was made by a release with other tables. Nothing was written.'],
    todo: [
      'Use `npm run restore`, which converts the backups of earlier releases from 1.0.0 on.',
      'Upgrade the service first if the backup is of a later release.',
    ],
    example: {
      request: 'POST /v0/restore',
      body: '{ … }',
      detail:
        'The file is of another release. `npm run restore` converts files of earlier ones; those of later ones need that release.',
    },
  },
  idempotency_mismatch: {
    means: [
      'A log was written with this idempotency key before, by another request. `fields` lists the fields that differ, and the id names that log. Nothing was written.',
      'If `fields` is empty, the person of that log has been erased.',
      'With `field: "Idempotency-Key"`: this API key has sent another request with this header field, to another path or with another body, within the last week or two. Nothing was written.',
    ],
    todo: [
      'Give each event its own key, such as the id that the sender of a webhook gives it.',
      'Send a retry exactly as it was sent first. Do not put the time of the retry into it.',
      'To record a change of the event, write another log with another key.',
    ],
    example: {
      request: 'POST /v0/account_logs',
      body: `{"source": "crm", "type": "deal-won", "payload": {"amount": 1}, "domain": "umbra.example", "idempotencyKey": "deal-17"}`,
      detail: 'The idempotency key was used for another request; it differs in accountId, domain.',
      members: { accountLogId: ids.accountLog, fields: ['accountId', 'domain'] },
    },
  },
  operation_key_mismatch: {
    means: [
      'This operation key has published another version. `conflictingId` names it. Or a user has declined the publish by MCP for which it was made. Nothing was published.',
    ],
    todo: [
      'Make a new operation key for each version that you publish.',
      'Use the same key only to repeat the same publish request.',
    ],
    example: {
      request: `POST ${versions}/${ids.version}/publish`,
      body: '{"operationKey": "spring-campaign"}',
      detail: 'This operation key has published version_01kafz8q7mfa2s4b0x1q9e6rjd; use another.',
      members: { field: 'operationKey', conflictingId: 'version_01kafz8q7mfa2s4b0x1q9e6rjd' },
    },
  },
} as const satisfies Partial<Record<ErrorCode, ProblemText>>;
