import * as z from 'zod/mini';
import { text } from '../http/schemas.ts';

export const SignIn = z
  .strictObject({
    code: z
      .optional(text(1, 100))
      .check(z.describe('The code of a sign-in link. Left out behind Cloudflare Access.')),
  })
  .check(z.meta({ id: 'SignIn' }));
