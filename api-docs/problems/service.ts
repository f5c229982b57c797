import type { ErrorCode } from '../../src/lib/errors.ts';
import type { ProblemText } from './text.ts';

/** Problems of the service itself. */
export const serviceProblems = {
  internal_error: {
    means: [
      'Something failed that the service did not expect. The answer does not reveal the cause. The log of the Worker has it under `requestId`.',
    ],
    todo: [
      'Send the request again once. A write with an idempotency key is never written twice.',
      'If it fails again, tell the operator the `requestId`. They find it in the logs of the Worker.',
    ],
    example: { request: 'GET /v0/topics', detail: 'The cause is logged under this requestId.' },
  },
  queue_unavailable: {
    means: ["Cloudflare's queue did not take the visit, so it was not counted."],
    todo: [
      'Send the request again after `Retry-After` seconds. The tracker does so by itself, with its next beacon.',
      "If it goes on, look at Cloudflare's status page, and whether the queues of wrangler.toml exist.",
    ],
    example: {
      request: 'POST /v0/visits',
      body: '{ … }',
      detail: 'The visit was not taken; send it again.',
    },
  },
  sign_in_unavailable: {
    means: [
      'The service could not read the public keys of your Cloudflare Access team, with which it checks the token of a visitor. Nothing is wrong with the sign-in itself.',
    ],
    todo: [
      'Send the request again after `Retry-After`.',
      'If it lasts, compare `ACCESS_TEAM_DOMAIN` with the domain of your team, and see the log of the Worker.',
      'Meanwhile, sign in with a link (`npm run key -- link --remote`) or with an API key.',
    ],
    example: {
      request: 'POST /v0/sign_in',
      headers: ['cf-access-jwt-assertion: …'],
      detail: 'Cloudflare Access does not answer; try again.',
    },
  },
  database_not_migrated: {
    means: [
      'The database of a workspace does not have the tables of this version of the service. Requests of clients are not the cause.',
    ],
    todo: [
      'Operators: run `npm run db:migrate -- --remote`. `npm run deploy` migrates before it deploys.',
      'If the log of `/health` says that the schema differs, see the chapter on schemas in docs/operators/workspaces.md.',
      'Clients: send the request again later.',
    ],
    example: {
      request: 'GET /v0/topics',
      detail: 'The migrations of this version have not been applied.',
    },
  },
  workspace_restoring: {
    means: [
      'The workspace is being filled from a backup. Until that is done, nothing else writes into it. Visits wait in their queue.',
    ],
    todo: ['Send the request again later.', 'Operators: `GET /v0/restore` says how far it is.'],
    example: {
      request: 'POST /v0/person_logs',
      body: '{ … }',
      detail: 'The workspace is being filled from a backup; try again later.',
    },
  },
  database_unavailable: {
    means: [
      'D1 is overloaded, unreachable, locked or full, or failed in a way that has nothing to do with the request. After an error that passes quickly, the service has tried three times. Or it has not answered in time: 5 seconds for a read, 10 for a write, 1.5 for `/health`. A write was refused or lost, or is written later.',
    ],
    todo: [
      'Wait for `Retry-After` seconds, then send the same request again, with the same idempotency key.',
      'Wait longer after each failure: 1, 2, 4, 8 seconds.',
      "If it goes on, look at Cloudflare's status page and at the size of the database.",
    ],
    example: { request: 'GET /v0/topics', detail: 'The database does not answer now; try again.' },
  },
} as const satisfies Partial<Record<ErrorCode, ProblemText>>;
