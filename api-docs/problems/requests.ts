import type { ErrorCode } from '../../src/lib/errors.ts';
import { ids, type ProblemText } from './text.ts';

/** Problems of a request's form: its path, method, body and parameters. */
export const requestProblems = {
  invalid_json: {
    means: [
      'The body of the request is not JSON, or it ends too early. Nothing was written.',
      '`detail` says where the parser stopped.',
    ],
    todo: [
      'Make the body with a JSON library. Do not put it together from pieces of text.',
      'Names and texts stand in double quotes. JSON has no comments, and no comma after the last item.',
      'Send the body in UTF-8. If the connection was interrupted, send the request again.',
    ],
    example: {
      request: 'POST /v0/topics',
      body: "{'title': 'Prices'}",
      detail: "The body is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
    },
  },
  validation_failed: {
    means: [
      'The request can be read, but it breaks one rule or more. Nothing was written.',
      '`errors` names every violation of header fields, query and body at once. `in` and `path` say where it is, `code` says which kind of rule, and `message` says it in words.',
    ],
    todo: [
      'Correct every violation of `errors`, and send the request again.',
      'Show `message` at the field that `path` names, if a person filled in a form.',
      'Decide by `code`, not by `message`: messages may change. The codes are `required`, `unknown_field`, `duplicate_field`, `invalid_type`, `invalid_format`, `invalid_value`, `not_allowed`, `too_short`, `too_long`, `too_small`, `too_large` and `too_deep`.',
    ],
    example: {
      request: 'POST /v0/persons',
      body: '{"name": "", "phoneNumber": "030 1234"}',
      detail: 'The request breaks 2 rules; see errors.',
      members: {
        errors: [
          { in: 'body', path: 'name', code: 'too_short', message: 'must have at least 1 character' },
          {
            in: 'body',
            path: 'phoneNumber',
            code: 'invalid_format',
            message: 'must be E.164: + and 2 to 15 digits, the first not 0',
          },
        ],
      },
    },
  },
  too_many_values: {
    means: [
      'The range has more different values than one answer can add up; ask for a shorter range or filter. Such values are texts that visitors send, as campaigns, referrers and paths. A series of the workspace may have too many pages for its number of steps.',
      'Or one answer would have to read too many long values. So it is for some minutes while tens of thousands of visits with long values of their own have just come.',
    ],
    todo: [
      'Ask for a shorter range, or again in some minutes.',
      'Filter by another dimension, an audience or a page, so that fewer values are left.',
    ],
    example: {
      request: `GET /v0/pages/${ids.page}/analytics/breakdown?by=landingPath`,
      detail:
        'The range has more different values than one answer can add up; ask for a shorter range or filter.',
    },
  },
  events_removed: {
    means: [
      'Events behind the given `after` are not kept any more: the retention of the feed is over for them. An answer without them would have a gap that nobody sees.',
    ],
    todo: [
      'Bring what you keep up to date in another way: read the lists of records.',
      'Go on after the number that `detail` names, or without `after`.',
      'Ask more often, or keep events for longer: see `PATCH /v0/event_settings`.',
    ],
    example: {
      request: 'GET /v0/events?after=17',
      detail:
        'Events after 17 are not kept any more: the oldest is 4711. Begin again without after, or go on after 4710.',
    },
  },
  export_ended: {
    means: [
      'An export ends when nobody reads a part of it for an hour, when a new release changes the tables, and by `DELETE /v0/export`. What changed since is not known any more.',
    ],
    todo: ['Begin again: `GET /v0/export` without a cursor.'],
    example: {
      request: 'GET /v0/export?cursor=MS4x…',
      detail:
        'The export has ended: an hour without a request, a new release, or DELETE. Begin again without a cursor.',
    },
  },
  too_many_rows: {
    means: [
      'The request asks for a CSV file, and one request cannot read so many rows: D1 takes 1,000 statements in one invocation of a Worker. A list of sessions may have some 1,800,000, most others tens of thousands.',
    ],
    todo: [
      'Ask for a shorter range, or filter, and put the files together.',
      'Or read the pages of the JSON answer, which has no such limit.',
    ],
    example: {
      request: 'GET /v0/pages?format=csv',
      detail:
        'The list has 60000 items, and a CSV file at most 45000. Ask for fewer, by a shorter range or a filter.',
    },
  },
  invalid_cursor: {
    means: [
      'The parameter `cursor` is not a cursor of this list. A cursor belongs to one operation and to the filters of the request that returned it.',
    ],
    todo: [
      'Send `nextCursor` as it was returned, URL-encoded, with the same filters as before.',
      'After a change of the filters, begin without a cursor.',
      'After an upgrade of the service, a cursor that was stored before may be refused. Begin without a cursor.',
    ],
    example: {
      request: 'GET /v0/accounts?cursor=x',
      detail: 'The cursor is damaged or belongs to another list or filter.',
    },
  },
  route_not_found: {
    means: [
      'The service has no such path. If the path has a slash at its end and exists without it, `detail` says so.',
    ],
    todo: [
      'Compare the path with the [API documents](/docs/). Paths of the API begin with `/v0`, and their names are in snake_case.',
      'Check that an id in the path is not empty.',
    ],
    example: {
      request: 'GET /v0/topics/',
      detail: 'There is no /v0/topics/ here; did you mean /v0/topics?',
    },
  },
  method_not_allowed: {
    means: ['The path exists, but it does not take this method. The header field `Allow` lists the methods.'],
    todo: [
      'Use a method of `Allow`. Changes are `PATCH`; the API has no `PUT`.',
      'Check that your HTTP client did not change the method when it followed a redirect.',
    ],
    example: {
      request: 'PATCH /v0/api_keys',
      body: '{}',
      detail: '/v0/api_keys takes GET, HEAD, POST.',
    },
  },
  payload_too_large: {
    means: [
      'The body has more than 1 MiB (1,048,576 bytes), or that of a visit or a sign-in more than 32 KiB. Nothing was written.',
    ],
    todo: [
      'Split a batch or an import into several requests.',
      'Leave large files out of a payload, and send their address. The `payload` of one log may have 256 KiB.',
    ],
    example: {
      request: 'POST /v0/person_logs/batch',
      body: '{"writes": [ … ]}',
      detail: 'A body may have at most 1 MiB (1,048,576 bytes).',
    },
  },
  unsupported_media_type: {
    means: [
      'The request has a body, but `Content-Type` does not say that it is JSON, or the body is compressed.',
    ],
    todo: [
      "Send `Content-Type: application/json`. With curl, add `-H 'content-type: application/json'`.",
      'Send the body in UTF-8 and without `Content-Encoding`.',
    ],
    example: {
      request: 'POST /v0/topics',
      headers: ['content-type: text/plain'],
      body: '{"title": "Prices"}',
      detail: 'Send the body with Content-Type: application/json, in UTF-8 and without Content-Encoding.',
    },
  },
} as const satisfies Partial<Record<ErrorCode, ProblemText>>;
