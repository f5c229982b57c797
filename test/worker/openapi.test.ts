import { describe, expect, test } from 'vitest';
import document from '../../public/openapi.json';
import { app } from '../../src/app.ts';
import { codes } from '../../src/http/codes.ts';
import { send } from './client.ts';

/** Method and path of every real route; a handler counts once however many middleware stand before it. */
const routes = new Set(
  app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

describe('the OpenAPI document', () => {
  test('has the paths of the app, no more and no fewer', () => {
    expect(operations.map(({ route }) => route).sort()).toEqual([...routes].sort());
  });

  test('names the operations of the interface as such, and all others as additions', () => {
    const ours = operations.filter(({ operation }) => !('x-addition' in operation)).map(({ route }) => route);
    expect(ours.sort()).toEqual(
      [
        'POST /v0/person_logs',
        'GET /v0/persons/{person_id}/logs/{person_log_id}',
        'POST /v0/persons',
        'PATCH /v0/persons/{person_id}',
        'GET /v0/persons/search',
        'GET /v0/accounts',
        'GET /v0/accounts/{account_id}/logs/{account_log_id}',
        'GET /v0/pages/{page_id}/audiences',
        'GET /v0/pages/{page_id}/audiences/{audience_id}',
        'PATCH /v0/pages/{page_id}/audiences/{audience_id}',
        'POST /v0/pages/{page_id}/audiences/{audience_id}/restore',
        'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish',
        'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel',
        'GET /v0/pages/{page_id}/audience_sessions',
        'GET /v0/pages/{page_id}/audience_sessions/{audience_session_id}',
        'GET /v0/pages/{page_id}/analytics/audiences',
        'GET /v0/page_links/search',
        'PATCH /v0/page_links/{page_link_id}',
        'GET /v0/topics',
        'GET /v0/topics/{topic_id}/entries',
      ].sort(),
    );
  });

  test('gives every operation an example answer and the problems it may end in', () => {
    for (const { route, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.filter((status) => status < '300'),
        route,
      ).toHaveLength(1);
      expect(statuses, route).toEqual(expect.arrayContaining(['500', '503']));
      if (route.includes('/v0/'))
        expect(statuses, route).toEqual(expect.arrayContaining(['401', '403', '429']));
    }
  });

  test('lists every error code there is', () => {
    expect([...document.components.schemas.Problem.properties.code.enum].sort()).toEqual(
      Object.keys(codes).sort(),
    );
  });

  test('is served without a key, with the headers of every answer', async () => {
    const { status, body, headers } = await send('GET', '/openapi.json', undefined, { key: null });
    expect([status, body]).toEqual([200, document]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-request-id')).toBeTruthy();
  });
});
