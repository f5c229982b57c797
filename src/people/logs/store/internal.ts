import { orThrow } from '../../../lib/errors.ts';
import { accountOrThrow, selectAccountExists } from '../../accounts/store/internal.ts';
import { personOrThrow, selectPersonExists } from '../../persons/store/internal.ts';
import { accountLogCounts, accountLogs, personLogCounts, personLogs } from '../../tables/logs.ts';

const personLogKind = {
  resource: 'person_log',
  /** The names of the ids of a log in answers: of its owner, and its own. */
  ownerName: 'personId',
  idName: 'personLogId',
  logs: personLogs,
  counts: personLogCounts,
  selectOwner: (personId: string) => selectPersonExists({ personId }),
  ownerOrThrow: personOrThrow,
  logOrThrow: orThrow('person_log_not_found', 'This person has no log with this id.'),
} as const;
const accountLogKind = {
  resource: 'account_log',
  ownerName: 'accountId',
  idName: 'accountLogId',
  logs: accountLogs as typeof personLogs,
  counts: accountLogCounts as typeof personLogCounts,
  selectOwner: (accountId: string) => selectAccountExists({ accountId }),
  ownerOrThrow: accountOrThrow,
  logOrThrow: orThrow('account_log_not_found', 'This account has no log with this id.'),
} as const;

/** Logs of each kind of owner. */
export const kinds = { person_log: personLogKind, account_log: accountLogKind };
export type Resource = keyof typeof kinds;
export type LogKind = (typeof kinds)[Resource];
