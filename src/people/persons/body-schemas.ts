import * as z from 'zod/mini';
import { changed, given } from '../../http/identifier-schemas.ts';
import { name } from '../../http/schemas.ts';

export const PersonCreate = z
  .strictObject({
    name,
    email: given.email,
    domain: given.domain,
    phoneNumber: given.phoneNumber,
    linkedinProfileUrl: given.linkedinProfileUrl,
  })
  .check(z.meta({ id: 'PersonCreate' }));
export type PersonCreate = z.infer<typeof PersonCreate>;

export const PersonUpdate = z
  .strictObject({
    name: z.optional(name),
    ...changed,
  })
  .check(z.meta({ id: 'PersonUpdate' }));
export type PersonUpdate = z.infer<typeof PersonUpdate>;
