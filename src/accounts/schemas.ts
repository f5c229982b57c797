import * as z from 'zod';
import { listQuery, pageOf } from '../http/page';
import { text, timestamp } from '../http/schemas';

export const Account = z
  .object({
    accountId: z.string().regex(/^account_[a-z0-9]{26}$/),
    domain: z.string(),
    name: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    latestActivityAt: timestamp,
    linkedPersonsCount: z.int().min(0),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof Account>;

export const AccountUpdate = z
  .strictObject({
    name: text(1, 255)
      .refine((value) => value.trim() !== '', 'must not be blank')
      .optional(),
  })
  .meta({ id: 'AccountUpdate' });
export type AccountUpdate = z.infer<typeof AccountUpdate>;

export const AccountListQuery = z.object({
  ...listQuery,
  includeEmptyOnly: z.enum(['true', '1', 'false', '0']).default('false').meta({
    description: '`true` or `1` lists only accounts without a linked person.',
  }),
});

export const AccountPage = pageOf(Account, 'AccountPage');
