/**
 * What an error of D1 means. `passing`: it may pass at once, so the batch is sent again. `away`: D1 cannot answer, and
 * sending again would add to the load. `schema`: the database is older or newer than the code. `ours`: the statement is
 * wrong, whenever it is sent. `restoring`: a restore fills the database, and others may not write.
 */
export type D1Fault = 'passing' | 'away' | 'schema' | 'restoring' | 'ours';

/** A part of a message, what it means, and who says so. */
type Row = readonly [part: string, fault: D1Fault, source: string];

/** Debug D1, "Error list". */
const list = 'https://developers.cloudflare.com/d1/observability/debug-d1/#error-list';
const limits = 'https://developers.cloudflare.com/d1/platform/limits/';
const workers = 'https://developers.cloudflare.com/workers/platform/limits/#subrequests';
const sqlite = 'https://www.sqlite.org/rescode.html';

/** The messages of D1 that have no code of SQLite. The first part that a message has decides. */
export const messages: readonly Row[] = [
  ['Network connection lost', 'passing', list],
  ['reset because its code was updated', 'passing', list],
  ['storage caused object to be reset', 'passing', list],
  ['Cannot resolve D1 DB due to transient issue on remote node', 'passing', list],
  ["Can't read from request stream because client disconnected", 'passing', list],
  ['storage operation exceeded timeout which caused object to be reset', 'away', list],
  ['D1 DB is overloaded. Requests queued for too long', 'away', list],
  ['D1 DB is overloaded. Too many requests queued', 'away', list],
  ['isolate exceeded its memory limit and was reset', 'away', list],
  ['exceeded its CPU time limit and was reset', 'away', list],
  ['Currently processing a long-running export', 'away', list],
  ['Exceeded maximum DB size', 'away', list],
  ['Exceeded maximum account storage limit', 'away', list],
  ['Too many subrequests', 'away', workers],
  ['Too many API requests by single Worker invocation', 'away', workers],
  // Miniflare gives these without their codes, too.
  ['database is locked', 'passing', sqlite],
  ['database table is locked', 'passing', sqlite],
  ['database or disk is full', 'away', sqlite],
  ['disk I/O error', 'away', sqlite],
  ['no such table', 'schema', sqlite],
  ['no such column', 'schema', sqlite],
  ['has no column named', 'schema', sqlite],
  // Of a trigger: see backup/store/restore.ts.
  ['a restore of this workspace runs', 'restoring', sqlite],
  // Of a trigger: see keyed-requests.sql.
  ['keyed request is known', 'ours', sqlite],
  ['constraint failed', 'ours', sqlite],
  ['syntax error', 'ours', sqlite],
  ['incomplete input', 'ours', sqlite],
  ['malformed JSON', 'ours', sqlite],
  ['datatype mismatch', 'ours', sqlite],
  ['string or blob too big', 'ours', sqlite],
  ['too many SQL variables', 'ours', sqlite],
  ['too many terms in compound SELECT', 'ours', sqlite],
  ['no such function', 'ours', sqlite],
  ['No SQL statements detected', 'ours', list],
  ['Wrong number of parameter bindings', 'ours', list],
  ['D1_TYPE_ERROR', 'ours', list],
  ['D1_COLUMN_NOTFOUND', 'ours', list],
  ['D1_EXEC_ERROR', 'ours', list],
  ['statement too long', 'ours', limits],
];

/** What SQLite's codes mean. Of `SQLITE_ERROR`, the message decides whether the schema is the cause; others are ours. */
export const codes: Readonly<Record<string, D1Fault>> = {
  BUSY: 'passing',
  LOCKED: 'passing',
  FULL: 'away',
  IOERR: 'away',
  CANTOPEN: 'away',
  READONLY: 'away',
  NOMEM: 'away',
  PROTOCOL: 'away',
  CORRUPT: 'away',
  NOTADB: 'away',
  INTERRUPT: 'away',
};

/** What a message of D1 means. One that nobody has described comes from the way to D1, and not from the statement. */
export function faultOf(message: string): D1Fault {
  const text = message.toLowerCase();
  const known = messages.find(([part]) => text.includes(part.toLowerCase()))?.[1];
  // The last code decides: the text before it may quote what a client has sent.
  const code = /.*SQLITE_([A-Z]+)/s.exec(message)?.[1];
  if (code === undefined) return known ?? 'away';
  if (code === 'CONSTRAINT' && known === 'restoring') return known;
  return codes[code] ?? (code === 'ERROR' && known === 'schema' ? 'schema' : 'ours');
}

/** Whether SQLite has refused a list or lines that are longer than the longest text: too big, or no memory for it. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /too ?big|nomem|out of memory/i.test(error.message) || isTooLong(error.cause);
}
