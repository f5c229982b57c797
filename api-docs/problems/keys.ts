import type { ErrorCode } from '../../src/lib/errors.ts';
import { ids, type ProblemText } from './text.ts';

/** Problems of API keys, their scopes and their limits. */
export const keyProblems = {
  missing_api_key: {
    means: ['The request has no API key. Every path under `/v0` needs one in the header field `x-api-key`.'],
    todo: [
      'Send the key in `x-api-key`. It is not read from the query, from a cookie or from `Authorization`.',
      'If you have no key, make one: `npm run key -- create --name "CRM webhook" --scopes log`.',
    ],
    example: { request: 'GET /v0/topics', detail: 'Send your API key in the header x-api-key.' },
  },
  invalid_api_key: {
    means: [
      'The API key is mistyped, unknown, revoked or expired. The answer does not say which, so that nobody can search for keys.',
    ],
    todo: [
      'Check that the whole key was copied. It begins with `ff_`, and its last characters are a checksum.',
      'See whether the key still exists: `npm run key -- list`, or Settings in the console.',
      'Check that the key belongs to this deployment. A key of `npm start` does not work in production.',
      'If the key may be known to somebody else, revoke it and make another.',
    ],
    example: {
      request: 'GET /v0/topics',
      headers: ['x-api-key: ff_main_…'],
      detail: 'The API key is unknown, revoked or expired.',
    },
  },
  invalid_signature: {
    means: [
      'A delivery to a source is not signed with its secret, over exactly these bytes. Or it was signed too long ago, or ahead of the clock: Stripe, HubSpot and Standard Webhooks have five minutes, Calendly three.',
      'Nothing was read of its body, and nothing was written.',
    ],
    todo: [
      'Copy the secret of this address anew from the service, and give it to the source: `POST /v0/sources/{source_id}/secret`. Stripe has a secret for each address.',
      'Check that nothing between the service and Footfall changes the body, such as a proxy that formats JSON.',
    ],
    example: {
      request: `POST /v0/intake/${ids.intake}`,
      body: '{"id": "evt_1PqXyZ2eZvKYlo2C", "type": "invoice.paid"}',
      detail: 'The signature is missing, wrong or too old.',
    },
  },
  invalid_sign_in: {
    means: [
      'The sign-in to the console was refused. The code of its link is malformed, unknown, used or expired, or the token of Cloudflare Access is not valid here.',
      'A link works once, for 15 minutes. If the answer to a sign-in was lost, its link is used up.',
      'Or a share link was opened that was revoked, or has ended.',
    ],
    todo: [
      'Make a new link: `npm run key -- link`, with `--remote` for a deployed service.',
      'Behind Cloudflare Access: sign in to Access again. Compare `ACCESS_TEAM_DOMAIN` and `ACCESS_AUDIENCE` with its application.',
      'Or sign in with an API key.',
      'Ask whoever sent you a share link for another.',
    ],
    example: {
      request: 'POST /v0/sign_in',
      body: '{"code": "…"}',
      detail:
        'The sign-in code is unknown, used or expired: it is valid once, for 15 minutes. Make a new link.',
    },
  },
  cross_site_request: {
    means: [
      'A browser sent this request for a page of another website. Signing in takes requests of the console only, so that no website can sign a visitor in without their knowledge.',
      '`/mcp` takes no request of any page in a browser, the console included.',
    ],
    todo: [
      'Open the console itself, and sign in there. Servers may send the request: they send no `Origin`.',
    ],
    example: {
      request: 'POST /v0/sign_in',
      headers: ['sec-fetch-site: cross-site'],
      body: '{"code": "…"}',
      detail: 'A page of another website may not send this request.',
    },
  },
  insufficient_scope: {
    means: [
      'The key is valid, but it does not have the scope that this operation needs. `neededScope` names that scope: the one with the fewest rights, if several will do.',
      'No scope includes another: a key with `admin` alone may not read.',
    ],
    todo: [
      'Use a key with the scope `neededScope`. The scopes of a key cannot be changed: make another key.',
      'Do not give a website a key with `read` or `write`. It needs `collect` only. A webhook that writes logs needs `log` only.',
    ],
    example: {
      request: 'POST /v0/topics',
      body: '{"title": "Prices"}',
      detail: 'This operation needs the scope write.',
      members: { neededScope: 'write' },
    },
  },
  origin_not_allowed: {
    means: [
      'A browser sent a visit from a page whose origin is neither that of a website of this workspace nor in `VISIT_ORIGINS`. The visit was not counted.',
    ],
    todo: [
      'Add the origin, with scheme and port, in the console under Settings, Websites, or with `POST /v0/websites`. Ten seconds later its visits count. `GET /v0/websites/refused` lists what was refused.',
      'Or name it in `VISIT_ORIGINS` in wrangler.toml, for all workspaces, and deploy.',
      'In the browser of the visitor this is a 403 in the console of the page. The page itself works as before.',
      'A name with `www.` and one without are two origins.',
      'If the origin is not yours, somebody has copied your page or its script. Nothing needs to be done.',
    ],
    example: {
      request: 'POST /v0/visits',
      headers: ['origin: https://evil.example'],
      body: '{ … }',
      detail: 'https://evil.example is not the origin of a website of this workspace.',
    },
  },
  rate_limited: {
    means: [
      'There were more requests than the limit allows. The header field `RateLimit-Policy` states the limit, and `Retry-After` the seconds to wait.',
      'The limit is that of the key (`"api-key"`), of the address of an unknown key (`"address"`), of visitors (`"visitor"`), or of forms (`"form"`). Nothing was written, with one exception: beyond the limit of forms, the visit counts without its form.',
    ],
    todo: [
      'Wait for `Retry-After` seconds, then send the same request again, with the same idempotency key.',
      'Send fewer requests: `POST /v0/person_logs/batch` takes 100 logs, and lists take `limit=100`.',
      'If you need more all the time, make a key with a higher limit: `npm run key -- create --limit high`.',
    ],
    example: {
      request: 'GET /v0/topics',
      detail: 'The limit is "api-key";q=3000;w=10; try again in 10 s.',
    },
  },
} as const satisfies Partial<Record<ErrorCode, ProblemText>>;
