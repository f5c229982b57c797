import * as z from 'zod';
import { listQuery, pageOf } from '../http/page';
import { domain, text } from '../http/schemas';
import { logCreatedFields, logFields, logFilters, logInput } from '../logs/schemas';

const accountId = z.string().regex(/^account_[a-z0-9]{26}$/);

export const AccountLog = z
  .object({ accountId, accountLogId: z.string().min(1), ...logFields })
  .meta({ id: 'AccountLog' });
export type AccountLog = z.infer<typeof AccountLog>;

export const AccountLogCreate = z
  .strictObject({ ...logInput, accountId: text(1, 255).optional(), domain: domain.optional() })
  .refine(({ accountId, domain }) => (accountId === undefined) !== (domain === undefined), {
    error: 'must name the account by either accountId or domain',
    params: { code: 'required' },
  })
  .meta({ id: 'AccountLogCreate' });
export type AccountLogCreate = z.infer<typeof AccountLogCreate>;

export const AccountLogCreated = z
  .object({ accountId, accountLogId: z.string().min(1), createdAccount: z.boolean(), ...logCreatedFields })
  .meta({ id: 'AccountLogCreated' });
export type AccountLogCreated = z.infer<typeof AccountLogCreated>;

export const AccountLogListQuery = z.object({ ...listQuery, ...logFilters });
export const AccountLogPage = pageOf(AccountLog, 'AccountLogPage');
export type AccountLogPage = z.infer<typeof AccountLogPage>;
