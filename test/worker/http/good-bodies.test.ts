import type { PersonLogBatchResult } from '../../../src/people/logs/body-schemas.ts';
import { bodySchema, goodBodies } from '../support/bodies.ts';
import { type Problem, type Reply, send } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { newUrl } from '../support/pages.ts';
import { patch } from '../support/persons.ts';
import { ok, violationsOf } from '../support/replies.ts';
import { ids, pathWith } from '../support/route-ids.ts';
import { prepareRoutes } from '../support/route-keys.ts';
import { sendTo } from '../support/route-requests.ts';
import { routes } from '../support/routes.ts';

// Bodies in which every field has a valid value, at the limits of its rules or hostile. They follow from the OpenAPI
// document.

prepareRoutes();
const queue = new HeldQueue();

const erase = (personId: unknown) => ok(send('DELETE', `/v0/persons/${personId}`));
/** Undoes the effect of a request, so that the next body may have the same values. */
const remove =
  (path: string, id: string) =>
  ({ body }: Reply<Problem>) =>
    ok(send('DELETE', `${path}/${(body as unknown as Record<string, string>)[id]}`));

interface Target {
  /** The body that is sent; by default the fields. */
  bodyOf?: (fields: object) => object;
  /** Fields whose values depend on what is stored. */
  without?: string[];
  undo?: (reply: Reply<Problem>) => unknown;
  /** Whether the answer has the texts that were sent. */
  echoes?: boolean;
}

const audience = '/v0/pages/{page_id}/audiences/{audience_id}';
const targets: Record<string, Target> = {
  'POST /v0/person_logs': { without: ['personId'], undo: ({ body }) => erase(body.personId) },
  'POST /v0/persons': { undo: ({ body }) => erase(body.personId) },
  'PATCH /v0/persons/{person_id}': {
    undo: async ({ body }) => {
      const blank = { email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null };
      await ok(patch(String(body.personId), blank));
    },
  },
  'PATCH /v0/accounts/{account_id}': {},
  'POST /v0/account_logs': { without: ['accountId'] },
  // A second page with the same URL is a conflict: see pages/url.test.ts.
  // What a field of a page may have follows from its kind: see content/pages/fields.test.ts.
  'POST /v0/pages': { bodyOf: (fields) => ({ ...fields, url: newUrl() }), without: ['url', 'fields'] },
  'PATCH /v0/pages/{page_id}': { without: ['fields', 'discardFields'] },
  'POST /v0/pages/{page_id}/audiences': { without: ['personId'], echoes: true },
  [`PATCH ${audience}`]: { echoes: true },
  [`POST ${audience}/versions/{version_id}/publish`]: {
    undo: () => {
      const path = pathWith(`${audience}/versions/{version_id}/cancel`, ids);
      return ok(send('POST', path, {}, { bindings: queue.bindings() }));
    },
  },
  'POST /v0/topics': { echoes: true },
  'PATCH /v0/topics/{topic_id}': { echoes: true },
  'POST /v0/topics/{topic_id}/entries': { echoes: true },
  'PATCH /v0/topics/{topic_id}/entries/{topic_entry_id}': { echoes: true },
  'POST /v0/annotations': {
    bodyOf: (fields) => ({ ...fields, happenedAt: '2026-03-04T10:00:00Z' }),
    without: ['pageId', 'happenedAt'],
    echoes: true,
  },
  'PATCH /v0/annotations/{annotation_id}': { without: ['pageId'], echoes: true },
  'POST /v0/views': { undo: remove('/v0/views', 'viewId'), echoes: true },
  'PATCH /v0/views/{view_id}': { echoes: true },
  // What a condition may have follows from its type: see outbound/alerts/create.test.ts.
  'POST /v0/alerts': {
    bodyOf: (fields) => ({ ...fields, webhookId: ids.webhook_id, condition: { type: 'link_opened' } }),
    without: ['condition', 'webhookId'],
    undo: remove('/v0/alerts', 'alertId'),
    echoes: true,
  },
  'PATCH /v0/alerts/{alert_id}': { without: ['condition', 'webhookId'], echoes: true },
  'POST /v0/api_keys': {},
};

test.each(Object.entries(targets))(
  '%s accepts every valid value of every field',
  async (name, { bodyOf = (fields) => fields, without, undo, echoes }) => {
    const route = routes.find((one) => one.name === name);
    if (!route) throw new Error(`${name} is no route`);
    for (const fields of goodBodies(bodySchema(route.method, route.path), without)) {
      const reply = await sendTo(route, { body: bodyOf(fields), bindings: queue.bindings() });
      expect([reply.status < 300, reply.body.code, violationsOf(reply)]).toEqual([true, undefined, []]);
      expect(route.operation.answer.schema.parse(reply.body)).toEqual(reply.body);
      const answer = reply.body as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(fields))
        if (echoes && typeof value === 'string' && value !== '') expect(answer[field], field).toBe(value);
      await undo?.(reply);
    }
  },
);

test('a write of a batch accepts every valid value of every field', async () => {
  for (const fields of goodBodies(bodySchema('POST', '/v0/person_logs'), ['personId'])) {
    const writes = [{ source: 'form', payload: {} }, fields];
    const { results } = await ok(send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', { writes }));
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    for (const { personLog, replayed } of results) if (!replayed) await erase(personLog?.personId);
  }
});

test.each([1, 86_400, 2_592_000])('a key may be rotated with an overlap of %i seconds', async (seconds) => {
  const made = await ok(send<{ apiKeyId: string }>('POST', '/v0/api_keys', { name: 'R', scopes: ['read'] }));
  await ok(send('POST', `/v0/api_keys/${made.apiKeyId}/rotate`, { overlapSeconds: seconds }));
});
