import type { AudienceInFull } from '../../content/audiences/schemas.ts';
import { ask } from './api.ts';
import { type Arguments, filled } from './arguments.ts';
import type { Caller } from './caller.ts';
import { audiencePath } from './links.ts';
import { bodyOf, differing, noWords, wordsBeside, wordsIn } from './words.ts';

/**
 * Answers the tool that changes words of a draft: the audience, what is live, and one write unless the draft has these
 * words already. The write is a 412 if somebody else has changed the audience meanwhile, so that `before` is true.
 */
export async function editTool(given: Arguments, caller: Caller) {
  const words = wordsIn(given);
  if (words.length === 0) throw noWords();
  const path = filled(audiencePath, given);
  const { body, etag } = await ask(caller, { method: 'GET', path });
  const before = body as AudienceInFull;
  const changed = differing(words, before);
  const after =
    changed.length === 0
      ? before
      : ((
          await ask(caller, {
            method: 'PATCH',
            path,
            body: JSON.stringify(bodyOf(changed)),
            ...(etag === null ? {} : { ifMatch: etag }),
          })
        ).body as AudienceInFull);
  return {
    state: changed.length === 0 ? 'unchanged' : 'changed',
    ...wordsBeside(words, after, before),
  };
}
