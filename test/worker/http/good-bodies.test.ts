import { beforeAll, expect, test } from 'vitest';
import { Account } from '../../../src/people/accounts/schemas.ts';
import type { PersonLogBatchResult } from '../../../src/people/person-logs/schemas.ts';
import { Person } from '../../../src/people/persons/schemas.ts';
import { pathOf as alertPath, newAlert } from '../support/alerts.ts';
import { pathOf as annotationPath, newAnnotation } from '../support/annotations.ts';
import { newAudience, pathOf } from '../support/audiences.ts';
import { bodySchema, goodBodies } from '../support/bodies.ts';
import { type Problem, type Reply, send } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { newPageId, newUrl } from '../support/pages.ts';
import { newPerson, patch } from '../support/persons.ts';
import { ok, violationsOf } from '../support/replies.ts';
import { newEntry, newTopic, pathOf as topicPath } from '../support/topics.ts';
import { newView, pathOf as viewPath } from '../support/views.ts';

// Bodies in which every field has a valid value, at the limits of its rules or hostile. They follow from the OpenAPI
// document.

const queue = new HeldQueue();
const at = {
  person: '',
  account: '',
  page: '',
  audience: '',
  version: '',
  topic: '',
  entry: '',
  annotation: '',
  view: '',
  alert: { path: '', input: {} },
};

beforeAll(async () => {
  at.person = `/v0/persons/${(await newPerson()).personId}`;
  const account = { source: 'form', payload: {}, domain: 'patched.example' };
  at.account = `/v0/accounts/${(await ok(send<Account>('POST', '/v0/account_logs', account))).accountId}`;
  at.page = `/v0/pages/${await newPageId()}`;
  const audience = await newAudience();
  at.audience = pathOf(audience);
  at.version = `${at.audience}/versions/${audience.latestVersion.versionId}`;
  const topic = await newTopic();
  at.topic = topicPath(topic);
  at.entry = topicPath(await newEntry(topic.topicId));
  at.annotation = annotationPath(await newAnnotation());
  at.view = viewPath(await newView());
  const alert = await newAlert();
  const { webhookId, condition } = alert;
  at.alert = { path: alertPath(alert), input: { webhookId, condition } };
});

const erase = async (personId: unknown) => {
  expect((await send('DELETE', `/v0/persons/${personId}`)).status).toBe(200);
};
const hasSchema = (schema: { parse: (body: unknown) => unknown }, { body }: Reply<Problem>) =>
  expect(schema.parse(body)).toEqual(body);

interface Target {
  /** The operation of the document. */
  name: string;
  path: () => string;
  /** The body that is sent; by default the fields. */
  bodyOf?: (fields: object) => object;
  /** Fields whose values depend on what is stored. */
  without?: string[];
  /** Checks an answer, and undoes its effect, so that the next body may have the same values. */
  undo?: (reply: Reply<Problem>) => unknown;
  /** Whether the answer has the texts that were sent. */
  echoes?: boolean;
}

const targets: Target[] = [
  {
    name: 'POST /v0/person_logs',
    path: () => '/v0/person_logs',
    without: ['personId'],
    undo: ({ body }) => erase(body.personId),
  },
  {
    name: 'POST /v0/person_logs of a batch',
    path: () => '/v0/person_logs/batch',
    bodyOf: (fields) => ({ writes: [{ source: 'form', payload: {} }, fields] }),
    without: ['personId'],
    undo: async ({ body }) => {
      const { results } = body as unknown as PersonLogBatchResult;
      expect(results.map(({ status }) => status)).toEqual([201, 201]);
      for (const { personLog, replayed } of results) if (!replayed) await erase(personLog?.personId);
    },
  },
  {
    name: 'POST /v0/persons',
    path: () => '/v0/persons',
    undo: async (reply) => {
      hasSchema(Person, reply);
      await erase(reply.body.personId);
    },
  },
  {
    name: 'PATCH /v0/persons/{person_id}',
    path: () => at.person,
    undo: async (reply) => {
      hasSchema(Person, reply);
      const blank = { email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null };
      expect((await patch(String(reply.body.personId), blank)).status).toBe(200);
    },
  },
  {
    name: 'PATCH /v0/accounts/{account_id}',
    path: () => at.account,
    undo: (reply) => hasSchema(Account, reply),
  },
  { name: 'POST /v0/account_logs', path: () => '/v0/account_logs', without: ['accountId'] },
  // A second page with the same URL is a conflict: see pages/url.test.ts.
  {
    name: 'POST /v0/pages',
    path: () => '/v0/pages',
    bodyOf: (fields) => ({ ...fields, url: newUrl() }),
    without: ['url'],
  },
  { name: 'PATCH /v0/pages/{page_id}', path: () => at.page },
  {
    name: 'POST /v0/pages/{page_id}/audiences',
    path: () => `${at.page}/audiences`,
    without: ['personId'],
    echoes: true,
  },
  { name: 'PATCH /v0/pages/{page_id}/audiences/{audience_id}', path: () => at.audience, echoes: true },
  {
    name: 'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish',
    path: () => `${at.version}/publish`,
    undo: () => ok(send('POST', `${at.version}/cancel`, {}, { bindings: queue.bindings() })),
  },
  { name: 'POST /v0/topics', path: () => '/v0/topics', echoes: true },
  { name: 'PATCH /v0/topics/{topic_id}', path: () => at.topic, echoes: true },
  { name: 'POST /v0/topics/{topic_id}/entries', path: () => `${at.topic}/entries`, echoes: true },
  { name: 'PATCH /v0/topics/{topic_id}/entries/{topic_entry_id}', path: () => at.entry, echoes: true },
  {
    name: 'POST /v0/annotations',
    path: () => '/v0/annotations',
    bodyOf: (fields) => ({ ...fields, happenedAt: '2026-03-04T10:00:00Z' }),
    without: ['pageId', 'happenedAt'],
    echoes: true,
  },
  {
    name: 'PATCH /v0/annotations/{annotation_id}',
    path: () => at.annotation,
    without: ['pageId'],
    echoes: true,
  },
  {
    name: 'POST /v0/views',
    path: () => '/v0/views',
    undo: ({ body }) => ok(send('DELETE', `/v0/views/${body.viewId}`)),
    echoes: true,
  },
  { name: 'PATCH /v0/views/{view_id}', path: () => at.view, echoes: true },
  // What a condition may have follows from its type: see alerts/alerts.test.ts.
  {
    name: 'POST /v0/alerts',
    path: () => '/v0/alerts',
    bodyOf: (fields) => ({ ...fields, ...at.alert.input }),
    without: ['condition', 'webhookId'],
    undo: ({ body }) => ok(send('DELETE', `/v0/alerts/${body.alertId}`)),
    echoes: true,
  },
  {
    name: 'PATCH /v0/alerts/{alert_id}',
    path: () => at.alert.path,
    without: ['condition', 'webhookId'],
    echoes: true,
  },
  { name: 'POST /v0/api_keys', path: () => '/v0/api_keys' },
];

test.each(targets)(
  '$name accepts every valid value of every field',
  async ({ name, path, bodyOf = (fields) => fields, without, undo, echoes }) => {
    const [method = '', template = ''] = name.split(' ');
    for (const fields of goodBodies(bodySchema(method, template), without)) {
      const reply = await send<Problem>(method, path(), bodyOf(fields), { bindings: queue.bindings() });
      expect([reply.status < 300, reply.body.code, violationsOf(reply)]).toEqual([true, undefined, []]);
      const answer = reply.body as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(fields))
        if (echoes && typeof value === 'string' && value !== '') expect(answer[field], field).toBe(value);
      await undo?.(reply);
    }
  },
);

test.each([1, 86_400, 2_592_000])(
  'a key may be rotated with an overlap of %i seconds',
  async (overlapSeconds) => {
    const made = await ok(
      send<{ apiKeyId: string }>('POST', '/v0/api_keys', { name: 'Rotated', scopes: ['read'] }),
    );
    const path = `/v0/api_keys/${made.apiKeyId}/rotate`;
    expect((await send('POST', path, { overlapSeconds })).status).toBeLessThan(300);
  },
);
