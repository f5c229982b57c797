// Build time only, as openapi.ts: the parts of answers that several operations share.
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { type ErrorCode, type ErrorKind, errorCodes } from '../../lib/errors.ts';
import { Problem } from '../problem-schema.ts';
import { statusOf } from '../status.ts';

const header = (description: string, maxLength: number) => ({
  description,
  schema: { type: 'string', maxLength } as const,
});

/** Header fields of answers, as components of the document. */
export const headers = {
  'x-request-id': header('Names this request in our log.', 255),
  'Server-Timing': header('D1 round trips, rows read and rows written.', 200),
  'RateLimit-Policy': header('The limit of the key, such as `"api-key";q=3000;w=10`.', 100),
  RateLimit: header('On a 429: nothing is left for so many seconds, such as `"api-key";r=0;t=10`.', 100),
  'Access-Control-Allow-Origin': header(
    'On answers to visits, for the origins that may send them, and `*` on this document. The rest of the API is for servers.',
    255,
  ),
  'x-d1-bookmark': header('Send it with a later request to read at least this state.', 60),
  'Retry-After': header('Seconds to wait.', 5),
  'Idempotent-Replayed': header('`true` on the replay of an earlier answer.', 4),
  ETag: header('Names this state; send it back as If-Match or If-None-Match.', 100),
  'Cache-Control': header('How long the answer may be kept, by the one who asked.', 100),
  'Content-Disposition': header('The name of a CSV file.', 100),
  'X-Whole-Days-Before': header('Of a CSV file: what `wholeDaysBefore` is in JSON.', 40),
  Vary: header('The answer is for this key alone.', 100),
  Age: header('Of a copy: how many seconds ago the database answered so.', 5),
  'footfall-copy': header('`1` on a copy, while the database does not answer.', 1),
  Allow: header('The methods that the path takes.', 100),
  Link: header(
    'The page that explains the problem: `<https://…/docs/problems/validation_failed>; rel="help"`. Missing where the request came through the domain of a website.',
    300,
  ),
};

/** References to header fields of an answer, by name. */
export const refs = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
/** Header fields of every answer. */
export const everyAnswer = refs('x-request-id', 'Server-Timing', 'RateLimit', 'Access-Control-Allow-Origin');

/** The answer to a GET whose `If-None-Match` names the current state. */
export const notModified: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'Nothing has changed.',
  headers: { ...everyAnswer, ...refs('ETag') },
};

function problemExample(code: ErrorCode): Problem {
  const { title } = errorCodes[code];
  const problem: Problem = {
    type: `urn:footfall:problem:${code}`,
    title,
    status: statusOf(code),
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

const shared = new Map<string, ZodOpenApiResponseObject>();

/** Header fields of problems by kind, beyond the ones of every answer. */
const headersOf: Partial<Record<ErrorKind, object>> = {
  method_not_allowed: refs('Allow'),
  rate_limited: refs('RateLimit-Policy', 'Retry-After'),
  unavailable: refs('Retry-After'),
};

/** The problem answer for codes of one status. It is a component, created once for each set of codes. */
function problemResponse(group: ErrorCode[]): ZodOpenApiResponseObject {
  const id = group.map(camelCase).join('Or');
  const [first] = group;
  const response = shared.get(id) ?? {
    id,
    description: group.map((code) => errorCodes[code].title).join('; or: '),
    headers: { ...everyAnswer, ...refs('Link'), ...(first && headersOf[errorCodes[first].kind]) },
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

/** The problem answers for these codes, by status. */
export function problems(errors: ErrorCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(errors, statusOf);
  const responses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    responses.map(([status, group]) => [String(status) as '400', problemResponse(group)]),
  );
}
