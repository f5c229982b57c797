import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { text, textUpTo } from '../../http/schemas.ts';
import { ApiKeyCreated } from '../api-keys/schemas.ts';
import { longestView } from '../share-links/link.ts';

export const SignIn = strictObject('SignIn', {
  code: described(
    z.optional(text(1, 100)),
    'The code of a sign-in link or of a share link. Left out behind Cloudflare Access.',
  ),
});

export const SignedIn = object('SignedIn', {
  ...ApiKeyCreated.shape,
  path: described(
    z.optional(textUpTo(longestView)),
    'Of a share link only: the view that it opens, path and query of the console.',
  ),
});
export type SignedIn = z.infer<typeof SignedIn>;
