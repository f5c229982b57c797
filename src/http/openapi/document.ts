// Build time only: scripts/build/openapi.ts makes public/openapi.json from these. The worker never loads them.
import * as z from 'zod/mini';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { Scope } from '../../lib/api-key.ts';
import { each } from '../../lib/each.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import type { IdPrefix } from '../../lib/ids.ts';
import { described } from '../described.ts';
import { longestIdempotencyKey } from '../middleware/idempotency-key.ts';
import { bookmarkPattern, tagListPattern } from '../patterns.ts';
import type { Requirement } from '../requirements.ts';
import { idParameter } from '../schemas.ts';
import { everyAnswer, type headers, notModified, problems, refs } from './answers.ts';
import type { tags } from './tags.ts';

/** The documentation of an operation in openapi.ts of its slice. The rest comes from its route. */
interface OperationDoc {
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The operation is in the interface specification. The others are additions. */
  specified?: true;
  /** Path parameters that are not ids. */
  parameters?: z.ZodMiniObject;
  /** An example of the body. */
  example?: unknown;
  answer: {
    /** 200 by default. */
    status?: 201 | 202;
    schema: z.ZodMiniType;
    /** `application/json` by default. */
    mediaType?: 'text/javascript' | 'application/x-ndjson';
    example: unknown;
    description: string;
    /** The answer may be the replay of an earlier one. */
    replays?: true;
    /** What a 202 with the same body says, of an operation that may be done later. */
    later?: { description: string; example: unknown };
    /** Header fields of the answer, beyond the ones of every answer. */
    headers?: readonly (keyof typeof headers)[];
  };
  /**
   * The answer has an `ETag`: of a created resource (`made`), of a read that may be a 304, or of a write that takes
   * `If-Match`. An erasure takes `If-Match`, but its answer has no `ETag`.
   */
  tagged?: 'made' | 'read' | 'write' | 'erase';
  /** Whose tags `If-Match` has, if it is another resource. */
  ifMatchOf?: string;
  /** Only the last id of the path is looked up. */
  looksUpLastId?: true;
  /** Problems beyond the ones of every operation and of ids in the path that name nothing. */
  errors?: readonly ErrorCode[];
  /** The security schemes of an operation that needs no key: one of them is enough, and `{}` is none. */
  security?: { cloudflareAccess?: [] }[];
}

/** Documentation of operations, by `METHOD /path` with `{name}` for a parameter. */
export type OperationDocs = Docs<OperationDoc>;
type Docs<Doc> = Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Doc>;

/** Documentation of operations with the same tag. */
export const operationsOf = (
  tag: OperationDoc['tag'],
  docs: Docs<Omit<OperationDoc, 'tag'>>,
): OperationDocs => Object.fromEntries(Object.entries(docs).map(([name, doc]) => [name, { ...doc, tag }]));

/** An answer of 200. */
export const answerOf = (schema: z.ZodMiniType, description: string, example: unknown) => ({
  schema,
  example,
  description,
});

/** An answer of 201. */
export const createdOf = (schema: z.ZodMiniType, description: string, example: unknown) =>
  ({ ...answerOf(schema, description, example), status: 201 }) as const;

/** What the last page of a list says. */
export const lastPage = { hasMore: false, nextCursor: null };

/** The answer of a list: its only page, with one item. */
export const pageOf = (schema: z.ZodMiniType, description: string, item: unknown) =>
  answerOf(schema, description, { items: [item], ...lastPage, totalCount: 1 });

/** What the deletions of records have in common. */
export const deletionOf = (noun: string, schema: z.ZodMiniType, example: object) =>
  ({
    description: 'A second call changes nothing and answers the same.',
    answer: answerOf(schema, `Which ${noun} is deleted, and since when.`, example),
    tagged: 'write',
  }) as const;

/** An operation: the requirements of its route, and its documentation. Without scopes it needs no key. */
export interface Operation extends OperationDoc, Requirement {
  method: string;
  /** Has `{name}` for a parameter. */
  path: string;
}

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
const always: ErrorCode[] = ['internal_error', 'database_unavailable', 'database_not_migrated'];

const keyedAnswer = { ...everyAnswer, ...refs('RateLimit-Policy', 'x-d1-bookmark') };

const tagHeader = (description: string) =>
  described(z.optional(z.string().check(z.maxLength(2000), z.regex(tagListPattern))), description);

const format = described(
  z.optional(z.enum(['json', 'csv'])),
  '`csv` answers with all items as a CSV file, without `limit` and `cursor`; so does the header field `Accept: text/csv`.',
);

const csvFile = z
  .string()
  .check(
    z.maxLength(Number.MAX_SAFE_INTEGER),
    z.meta({ id: 'CsvFile', description: 'RFC 4180, in UTF-8 with a byte order mark: see the interface.' }),
  );

const linesOfJson = z
  .string()
  .check(
    z.maxLength(2 * 1024 * 1024),
    z.meta({ id: 'LinesOfJson', description: 'NDJSON: a JSON object in each line.' }),
  );

/** Whether an operation takes an `Idempotency-Key`. */
const takesKey = ({ method, path, scopes, takesNoKey }: Operation) =>
  method === 'POST' && path.startsWith('/v0/') && scopes !== undefined && !takesNoKey;

/** Whether an operation takes `If-Match`. */
const takesIfMatch = ({ tagged, ifMatchOf }: Operation) =>
  tagged === 'write' || tagged === 'erase' || ifMatchOf !== undefined;

/** Request headers of an operation that needs a key, besides the key. */
const requestHeaders = (operation: Operation) => {
  const { tagged, ifMatchOf } = operation;
  return z.object({
    ...(takesKey(operation)
      ? {
          'Idempotency-Key': described(
            z.optional(z.string().check(z.minLength(1), z.maxLength(longestIdempotencyKey))),
            operation.secretOf
              ? 'Names this request, so that a repetition does nothing again. The secret is not shown again: a 409.'
              : 'Names this request, so that a repetition does nothing again, and gets the answer again.',
          ),
        }
      : {}),
    'x-d1-bookmark': described(
      z.optional(z.string().check(z.maxLength(60), z.regex(bookmarkPattern))),
      'Of an earlier answer, or `first-primary` (default) or `first-unconstrained`.',
    ),
    ...(tagged === 'read' ? { 'If-None-Match': tagHeader('Answers 304 when one of these is current.') } : {}),
    ...(takesIfMatch(operation)
      ? {
          'If-Match': tagHeader(
            `Writes only when one of these${ifMatchOf ? ` is the tag of ${ifMatchOf}` : ' is current'}, else 412.`,
          ),
        }
      : {}),
  });
};

/** Whether an answer is a table, which the service also writes as a CSV file: it has items. */
const isTable = ({ method, answer }: Operation) =>
  method === 'GET' &&
  'shape' in answer.schema &&
  Object.keys((answer.schema as z.ZodMiniObject).shape).some(
    (name) => name === 'items' || name === 'breakdowns',
  );

/** The parameters in the query. */
const queryParameters = (operation: Operation): z.ZodMiniObject =>
  z.object({ ...operation.query?.shape, ...(isTable(operation) ? { format } : {}) });

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const nounOf = (name: string) => name.replace(/_id$/, '');

/** The parameters in a path. Unless the operation defines them, they are ids, such as `person_id` of a person. */
const pathParameters = ({ path, parameters }: Operation): z.ZodMiniObject =>
  z.object(each(namesIn(path), (name) => parameters?.shape[name] ?? idParameter(nounOf(name) as IdPrefix)));

/** The problems of ids in a path that name nothing, such as `person_not_found` of `person_id`. */
const notFound = ({ path, looksUpLastId }: Operation) =>
  namesIn(path)
    .slice(looksUpLastId ? -1 : 0)
    .map((name) => `${nounOf(name)}_not_found` as ErrorCode);

const scopesIn = (scopes: readonly Scope[]) =>
  `${scopes.length === 1 ? 'the scope' : 'one of the scopes'} ${scopes.map((scope) => `\`${scope}\``).join(', ')}`;

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { answer, scopes, also } = operation;
  const errors = [
    ...(scopes ? byKey : []),
    ...(operation.body || operation.takesLines ? byBody : []),
    ...(operation.query || isTable(operation) ? (['validation_failed'] as const) : []),
    ...(isTable(operation) ? (['too_many_rows'] as const) : []),
    ...(operation.query && 'cursor' in operation.query.shape ? (['invalid_cursor'] as const) : []),
    ...(operation.tagged === 'read' ? (['validation_failed'] as const) : []),
    ...(takesIfMatch(operation) ? (['precondition_failed'] as const) : []),
    ...(takesKey(operation) ? (['idempotency_mismatch'] as const) : []),
    ...(operation.secretOf ? (['secret_shown'] as const) : []),
    ...notFound(operation),
    ...(scopes && operation.method !== 'GET' ? (['workspace_restoring'] as const) : []),
    ...(operation.errors ?? []),
    ...(scopes ? [] : (['method_not_allowed'] as const)),
    ...always,
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [
      operation.description,
      scopes && `Needs a key with ${scopesIn(scopes)}.`,
      also && `The key needs the scope \`${also}\`, too.`,
      !operation.specified && 'An addition to the interface specification.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(operation.specified ? {} : { 'x-addition': true }),
    security: scopes ? [{ apiKey: [] }] : (operation.security ?? []),
    requestParams: {
      ...(operation.path.includes('{') ? { path: pathParameters(operation) } : {}),
      ...(operation.query || isTable(operation) ? { query: queryParameters(operation) } : {}),
      ...(scopes ? { header: requestHeaders(operation) } : {}),
    },
    ...(operation.takesLines
      ? {
          requestBody: {
            required: true,
            content: { 'application/x-ndjson': { schema: linesOfJson, example: operation.example } },
          },
        }
      : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: !operation.body.safeParse({}).success,
            content: { 'application/json': { schema: operation.body, example: operation.example } },
          },
        }
      : {}),
    responses: {
      [String(answer.status ?? 200) as '200']: {
        description: answer.description,
        headers: {
          ...(scopes ? keyedAnswer : everyAnswer),
          ...(answer.replays || (takesKey(operation) && !operation.secretOf)
            ? refs('Idempotent-Replayed')
            : {}),
          ...(operation.tagged && operation.tagged !== 'erase' ? refs('ETag') : {}),
          ...(isTable(operation) ? refs('Content-Disposition', 'X-Whole-Days-Before') : {}),
          ...refs(...(answer.headers ?? [])),
        },
        content: {
          [answer.mediaType ?? 'application/json']: { schema: answer.schema, example: answer.example },
          ...(isTable(operation) ? { 'text/csv': { schema: csvFile } } : {}),
        },
      },
      ...(answer.later
        ? {
            '202': {
              description: answer.later.description,
              headers: scopes ? keyedAnswer : everyAnswer,
              content: { 'application/json': { schema: answer.schema, example: answer.later.example } },
            },
          }
        : {}),
      ...(operation.tagged === 'read' ? { '304': notModified } : {}),
      ...problems([...new Set(errors)]),
    },
  };
}

/** The paths object of an OpenAPI document. */
export function pathsOf(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const { method, path } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation) };
  }
  return paths;
}
