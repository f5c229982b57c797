import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Caller } from '../../config/mcp-service.ts';
import { validationError } from '../../lib/errors.ts';

/** What a confirmation allows: to publish one version in the state that was described. */
export interface Confirmed {
  pageId: string;
  audienceId: string;
  versionId: string;
  /** The `ETag` of the audience that was described. */
  etag: string;
  /** Who got the confirmation: the client, with the form for its user, or the model. */
  holder: 'client' | 'model';
  /** The key of the publish. It is used once: to publish, or because the user declined. */
  operationKey: string;
}

/** Seconds in which a person may decide. */
const lifetime = 600;

const codecOf = ({ secret }: Caller) =>
  createRequestStateCodec<Confirmed>({ key: secret, ttlSeconds: lifetime });

/** A text that allows its holder to publish, for ten minutes. It is sealed with a secret that only the key has. */
export const seal = (confirmed: Omit<Confirmed, 'operationKey'>, caller: Caller): Promise<string> =>
  codecOf(caller).mint({ ...confirmed, operationKey: `mcp-${crypto.randomUUID()}` });

/** The refusal of a confirmation. */
export const notConfirmed = (message: string) =>
  validationError([{ in: 'body', path: 'confirmation', code: 'not_allowed', message }]);

/** What a confirmation allows. Throws `validation_failed` unless it is fresh, and of this key, audience and holder. */
export async function unseal(
  confirmation: string,
  expected: Pick<Confirmed, 'pageId' | 'audienceId' | 'holder'>,
  caller: Caller,
): Promise<Confirmed> {
  const confirmed = await codecOf(caller)
    .verify(confirmation, {} as never)
    .catch(() => undefined);
  if (
    confirmed?.pageId === expected.pageId &&
    confirmed.audienceId === expected.audienceId &&
    confirmed.holder === expected.holder
  )
    return confirmed;
  throw notConfirmed('is not a confirmation of the last ten minutes that this key got for this audience');
}
