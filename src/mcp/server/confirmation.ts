import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { validationError } from '../../lib/errors.ts';
import type { Caller } from '../service.ts';

/** What a confirmation allows: to publish one version in the state that was described. */
export interface Confirmed {
  pageId: string;
  audienceId: string;
  versionId: string;
  /** The `ETag` of the audience that was described. */
  etag: string;
}

/** Seconds in which a person may decide. */
const lifetime = 600;

const codecOf = ({ secret }: Caller) =>
  createRequestStateCodec<Confirmed>({ key: secret, ttlSeconds: lifetime });

/**
 * A text that allows its holder to publish, with the same key and for ten minutes. It is sealed with a secret that
 * only the key has, so the service need not keep it.
 */
export const seal = (confirmed: Confirmed, caller: Caller): Promise<string> =>
  codecOf(caller).mint(confirmed);

/**
 * What a confirmation allows for this audience. Throws `validation_failed` unless this key got it for this audience in
 * the last ten minutes.
 */
export async function unseal(
  confirmation: string,
  { pageId, audienceId }: Pick<Confirmed, 'pageId' | 'audienceId'>,
  caller: Caller,
): Promise<Confirmed> {
  const confirmed = await codecOf(caller)
    .verify(confirmation, {} as never)
    .catch(() => undefined);
  if (confirmed?.pageId === pageId && confirmed.audienceId === audienceId) return confirmed;
  const message = 'is not a confirmation of the last ten minutes that this key got for this audience';
  throw validationError([{ in: 'body', path: 'confirmation', code: 'not_allowed', message }]);
}
