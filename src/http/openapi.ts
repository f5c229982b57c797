// Build time only: scripts/openapi.ts makes public/openapi.json of these; the worker never loads them.
import * as z from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Scope } from '../lib/api-key.ts';
import type { ErrorCode } from '../lib/errors.ts';
import { codes } from './codes.ts';
import { Problem } from './problem.ts';

/** One operation, in what differs from the others. */
export interface Operation {
  id: string;
  tag: string;
  summary: string;
  description?: string;
  /** The operation is not in the interface specification; we added it. */
  addition?: true;
  /** Undefined for an operation that needs no key. */
  scope?: Scope;
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: { schema: z.ZodType; example: unknown };
  answer: {
    status: 200 | 201;
    schema: z.ZodType;
    example: unknown;
    description: string;
    /** It may be the replay of an earlier answer. */
    replays?: true;
  };
  errors?: ErrorCode[];
}

/** Operations by `METHOD /path`, as the routes are registered but with `{name}` for a path parameter. */
export type Operations = Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Operation>;

const byKey: ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'rate_limited',
  'validation_failed',
];
const byBody: ErrorCode[] = [
  'invalid_json',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
];
const always: ErrorCode[] = ['internal_error', 'database_unavailable'];

const header = (description: string, maxLength: number) => ({
  description,
  schema: { type: 'string', maxLength } as const,
});

/** Header fields of answers, as components. */
export const headers = {
  'x-request-id': header('Names this request in our log.', 255),
  'Server-Timing': header('D1 round trips, rows read and rows written.', 200),
  'RateLimit-Policy': header('The limit of the key, such as `"api-key";q=3000;w=10`.', 100),
  RateLimit: header('On a 429: nothing is left for so many seconds, such as `"api-key";r=0;t=10`.', 100),
  'Access-Control-Allow-Origin': header('Not sent: the API is for servers, and no page may read it.', 0),
  'x-d1-bookmark': header('Send it with a later request to read at least this state.', 60),
  'Retry-After': header('Seconds to wait.', 5),
  'Idempotent-Replayed': header('`true` on the replay of an earlier answer.', 4),
  Allow: header('The methods that the path takes.', 100),
};

const refs = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
const everyAnswer = refs('x-request-id', 'Server-Timing', 'RateLimit', 'Access-Control-Allow-Origin');
const keyedAnswer = { ...everyAnswer, ...refs('RateLimit-Policy', 'x-d1-bookmark') };

function problemExample(code: ErrorCode): Problem {
  const { status, title } = codes[code];
  const problem: Problem = {
    type: `urn:footfall:problem:${code}`,
    title,
    status,
    detail: `${title}.`,
    instance: '/v0/persons',
    code,
    requestId: '5651ff4a-e976-4138-b354-07f173af1f1e',
  };
  if (code !== 'validation_failed') return problem;
  const errors: Problem['errors'] = [
    { in: 'body', path: 'name', code: 'too_short', message: 'must have at least 1 character' },
  ];
  return { ...problem, errors };
}

const camelCase = (code: string) =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What every keyed operation takes beside its key. */
const bookmarkHeader = z.object({
  'x-d1-bookmark': z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.' }),
});

const shared = new Map<string, ZodOpenApiResponseObject>();

/** The problem answer for codes of one status; a component, made once for each set of codes. */
function problemResponse(group: ErrorCode[]): ZodOpenApiResponseObject {
  const id = group.map(camelCase).join('Or');
  const [first] = group;
  const status = first && codes[first].status;
  const own: Record<number, object> = {
    405: refs('Allow'),
    429: refs('RateLimit-Policy', 'Retry-After'),
    503: refs('Retry-After'),
  };
  const response = shared.get(id) ?? {
    id,
    description: group.map((code) => codes[code].title).join('; or: '),
    headers: { ...everyAnswer, ...(status && own[status]) },
    content: {
      'application/problem+json': {
        schema: Problem,
        examples: Object.fromEntries(group.map((code) => [code, { value: problemExample(code) }])),
      },
    },
  };
  shared.set(id, response);
  return response;
}

function problems(errors: ErrorCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(errors, (code) => codes[code].status);
  const responses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    responses.map(([status, group]) => [String(status) as '400', problemResponse(group)]),
  );
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { answer, scope } = operation;
  const errors = [
    ...(scope ? byKey : []),
    ...(operation.body ? byBody : []),
    ...(operation.query ? (['validation_failed', 'invalid_cursor'] as const) : []),
    ...(operation.errors ?? []),
    ...(scope ? [] : (['method_not_allowed'] as const)),
    ...always,
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [
      operation.description,
      scope && `Needs a key with the scope \`${scope}\`.`,
      operation.addition && 'An addition to the interface specification.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(operation.addition ? { 'x-addition': true } : {}),
    security: scope ? [{ apiKey: [] }] : [],
    requestParams: {
      ...(operation.path ? { path: operation.path } : {}),
      ...(operation.query ? { query: operation.query } : {}),
      ...(scope ? { header: bookmarkHeader } : {}),
    },
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: operation.body.schema, example: operation.body.example },
            },
          },
        }
      : {}),
    responses: {
      [String(answer.status) as '200']: {
        description: answer.description,
        headers: {
          ...(scope ? keyedAnswer : everyAnswer),
          ...(answer.replays ? refs('Idempotent-Replayed') : {}),
        },
        content: { 'application/json': { schema: answer.schema, example: answer.example } },
      },
      ...problems([...new Set(errors)]),
    },
  };
}

/** The paths object of an OpenAPI document. */
export function pathsOf(operations: Operations): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [route, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation) };
  }
  return paths;
}
