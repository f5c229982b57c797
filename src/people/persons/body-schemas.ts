import * as z from 'zod/mini';
import { strictObject } from '../../http/described.ts';
import { changed, given } from '../../http/identifier-schemas.ts';
import { name } from '../../http/schemas.ts';

export const PersonCreate = strictObject('PersonCreate', {
  name,
  email: given.email,
  domain: given.domain,
  phoneNumber: given.phoneNumber,
  linkedinProfileUrl: given.linkedinProfileUrl,
});
export type PersonCreate = z.infer<typeof PersonCreate>;

export const PersonUpdate = strictObject('PersonUpdate', {
  name: z.optional(name),
  ...changed,
});
export type PersonUpdate = z.infer<typeof PersonUpdate>;
