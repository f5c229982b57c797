import * as z from 'zod/mini';
import { text, textUpTo } from '../../http/schemas.ts';
import { ApiKeyCreated } from '../api-keys/schemas.ts';
import { longestView } from '../share-links/link.ts';

export const SignIn = z
  .strictObject({
    code: z
      .optional(text(1, 100))
      .check(z.describe('The code of a sign-in link or of a share link. Left out behind Cloudflare Access.')),
  })
  .check(z.meta({ id: 'SignIn' }));

export const SignedIn = z
  .object({
    ...ApiKeyCreated.shape,
    path: z
      .optional(textUpTo(longestView))
      .check(z.describe('Of a share link only: the view that it opens, path and query of the console.')),
  })
  .check(z.meta({ id: 'SignedIn' }));
export type SignedIn = z.infer<typeof SignedIn>;
