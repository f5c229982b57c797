import { accountLogCounts, accountLogs, personLogCounts, personLogs } from '../../tables/logs.ts';

/** Logs of one kind of owner. */
export interface LogKind {
  resource: 'person_log' | 'account_log';
  /** The name of a log's id in answers. */
  idName: 'personLogId' | 'accountLogId';
  logs: typeof personLogs;
  counts: typeof personLogCounts;
}
export const personLogKind: LogKind = {
  resource: 'person_log',
  idName: 'personLogId',
  logs: personLogs,
  counts: personLogCounts,
};
export const accountLogKind: LogKind = {
  resource: 'account_log',
  idName: 'accountLogId',
  logs: accountLogs,
  counts: accountLogCounts,
};
