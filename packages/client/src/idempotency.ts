import type {
  CollectVisitData,
  CreateAccountLogData,
  CreatePersonLogData,
  CreatePersonLogsData,
  ImportAudienceSessionsData,
  PublishAudienceVersionData,
  SignInData,
  TestWebhookData,
  WritePersonsData,
} from './generated/types.gen.ts';

type Body = Record<string, unknown>;
const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keyHeader = 'idempotency-key';

/** 128 random bits. `crypto.randomUUID` does not exist on pages without https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const withKey = (field: string) => (body: Body) => ({ ...body, [field]: body[field] ?? newKey() });
const withIdempotencyKey = withKey('idempotencyKey');

/** The POST operations whose body names the request, and what the body needs for that. */
const named: Record<
  | CreatePersonLogData['url']
  | CreatePersonLogsData['url']
  | CreateAccountLogData['url']
  | PublishAudienceVersionData['url']
  | ImportAudienceSessionsData['url']
  | WritePersonsData['url'],
  (body: Body) => Body
> = {
  '/v0/person_logs': withIdempotencyKey,
  '/v0/account_logs': withIdempotencyKey,
  // The API names what is wrong with another body.
  '/v0/person_logs/batch': ({ writes, ...body }) => ({
    ...body,
    ...(writes !== undefined && {
      writes: Array.isArray(writes)
        ? writes.map((write) => (isBody(write) ? withIdempotencyKey(write) : write))
        : writes,
    }),
  }),
  '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish': withKey('operationKey'),
  // It recognises sessions by their ids.
  '/v0/pages/{page_id}/audience_sessions/import': (body) => body,
  // It finds whom it has created.
  '/v0/persons/batch': (body) => body,
};

/** The POST operations that are not sent again: what they do a second time is not what they did. */
const single: ReadonlySet<string> = new Set<
  SignInData['url'] | CollectVisitData['url'] | TestWebhookData['url']
>(['/v0/sign_in', '/v0/visits', '/v0/webhooks/{webhook_id}/test']);

/**
 * The POST as it may be sent again: its body names it, or else its `Idempotency-Key`. Undefined when it must not be. The
 * url is the operation's.
 */
export function repeatable(request: Request, url: string, body: unknown): Request | undefined {
  if (single.has(url)) return undefined;
  if (Object.hasOwn(named, url)) {
    const again = isBody(body ?? {}) ? named[url as keyof typeof named]((body ?? {}) as Body) : body;
    return new Request(request, { body: JSON.stringify(again) });
  }
  const again = new Request(request);
  if (!again.headers.has(keyHeader)) again.headers.set(keyHeader, newKey());
  return again;
}
