import type {
  CreateAccountLogData,
  CreatePersonLogData,
  CreatePersonLogsData,
  ImportAudienceSessionsData,
  PublishAudienceVersionData,
} from './generated/types.gen.ts';

type Body = Record<string, unknown>;

/** 128 random bits. `crypto.randomUUID` does not exist on pages without https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const withKey = (field: string) => (body: Body) => ({ ...body, [field]: body[field] ?? newKey() });
const withIdempotencyKey = withKey('idempotencyKey');

/** The POST operations that may be sent again, and what their body needs for that. */
const repeatable: Record<
  | CreatePersonLogData['url']
  | CreatePersonLogsData['url']
  | CreateAccountLogData['url']
  | PublishAudienceVersionData['url']
  | ImportAudienceSessionsData['url'],
  (body: Body) => Body
> = {
  '/v0/person_logs': withIdempotencyKey,
  '/v0/account_logs': withIdempotencyKey,
  '/v0/person_logs/batch': (body) => ({ ...body, writes: (body.writes as Body[]).map(withIdempotencyKey) }),
  '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish': withKey('operationKey'),
  // It recognises sessions by their ids.
  '/v0/pages/{page_id}/audience_sessions/import': (body) => body,
};

/** The body with which a POST may be sent again, or undefined when it must not be. The url is that of the operation. */
export function repeatableBody(url: string, body: unknown): Body | undefined {
  return Object.hasOwn(repeatable, url)
    ? repeatable[url as keyof typeof repeatable]((body ?? {}) as Body)
    : undefined;
}
