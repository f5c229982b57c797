import { exports } from 'cloudflare:workers';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { type Problem, type RequestOptions, send } from '../support/client.ts';
import { type ViolationCode, violationCodes } from '../support/route-requests.ts';

/** One failure of each kind: method, path, body and options. */
const failures: [
  status: number,
  code: string,
  method: string,
  path: string,
  body?: unknown,
  RequestOptions?,
][] = [
  [400, 'invalid_json', 'POST', '/v0/persons', undefined, { rawBody: '{' }],
  [400, 'validation_failed', 'POST', '/v0/persons', {}],
  [401, 'missing_api_key', 'GET', '/v0/accounts', undefined, { key: null }],
  [401, 'invalid_api_key', 'GET', '/v0/accounts', undefined, { key: createApiKey('main') }],
  [404, 'route_not_found', 'GET', '/v0/nothing'],
  [404, 'person_not_found', 'GET', '/v0/persons/person_none'],
  [405, 'method_not_allowed', 'PUT', '/v0/persons'],
  [413, 'payload_too_large', 'POST', '/v0/persons', 'x'.repeat(2 ** 20)],
  [415, 'unsupported_media_type', 'POST', '/v0/persons', {}, { contentType: 'text/plain' }],
];

describe('a failure is a problem (RFC 9457)', () => {
  test.each(failures)(
    '%i %s: with type, title, status, detail, instance, code and requestId, and with errors only of validation_failed',
    async (status, code, method, path, body, options) => {
      const reply = await send<Problem>(method, path, body, options);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
      const { errors, ...members } = reply.body;
      expect(members).toEqual({
        type: `urn:footfall:problem:${code}`,
        title: expect.stringMatching(/./),
        status,
        detail: expect.stringMatching(/./),
        instance: path,
        code,
        requestId: reply.headers.get('x-request-id'),
      });
      expect(errors !== undefined).toBe(code === 'validation_failed');
    },
  );

  test('whose type has no address, and whose Link is the page that explains it, with the host of the request', async () => {
    for (const host of ['footfall.test', 'analytics.acme.example']) {
      const reply = await exports.default.fetch(new Request(`https://${host}/v0/accounts`));
      const { type } = (await reply.json()) as Problem;
      expect(type).toBe('urn:footfall:problem:missing_api_key');
      expect(reply.headers.get('link')).toBe(`<https://${host}/docs/problems/missing_api_key>; rel="help"`);
      expect(reply.headers.has('access-control-expose-headers')).toBe(false);
    }
  });
});

describe('a violation has one of a few codes', () => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  const wrong = `{"name":"","name":"","email":"x","domain":7,"slug":"s","phoneNumber":${deep}}`;
  const requests: [method: string, path: string, rawBody: string | undefined, codes: ViolationCode[]][] = [
    [
      'POST',
      '/v0/persons',
      wrong,
      ['too_short', 'duplicate_field', 'invalid_format', 'invalid_type', 'unknown_field', 'too_deep'],
    ],
    [
      'POST',
      '/v0/persons',
      `{"name":" ","email":"${'x'.repeat(311)}@x.example"}`,
      ['invalid_value', 'too_long'],
    ],
    ['GET', '/v0/accounts?sort=x&limit=0', undefined, ['not_allowed', 'too_small']],
    ['GET', '/v0/analytics/breakdown?limit=101', undefined, ['required', 'too_large']],
  ];

  test.each(requests)('from %s %s', async (method, path, rawBody, codes) => {
    const reply = await send<Problem>(method, path, undefined, rawBody === undefined ? {} : { rawBody });
    expect(new Set(reply.body.errors?.map(({ code }) => code))).toEqual(new Set(codes));
  });

  test('and these are all: routes/ checks that no refusal has another', () => {
    expect(requests.flatMap(([, , , codes]) => codes).sort()).toEqual([...violationCodes].sort());
  });
});
