import { answerOf, createdOf, type OperationDocs, operationsOf } from '../http/openapi/document.ts';
import { ExportEnded, ExportPart, Restore } from './schemas.ts';

const exportId = 'export_01kafz8q6tf7n9t3cwh2k5v4xe';

const restore: Restore = {
  restoreId: 'restore_01kafz8q6tf7n9t3cwh2k5v4xe',
  phase: 'receiving',
  isRunning: true,
  receivedLines: 48_000,
  comparison: null,
  startedAt: '2026-12-01T09:30:00.000Z',
  updatedAt: '2026-12-01T09:31:12.000Z',
};
const header = { footfall: { format: 2, fingerprint: '8v4…', tables: { topics: ['topic_id', 'title'] } } };

const stateOf = (description: string, some: Partial<Restore> = {}) =>
  answerOf(Restore, description, { ...restore, ...some });

export const backupOperations: OperationDocs = operationsOf('Backups', {
  'GET /v0/export': {
    id: 'getExport',
    summary: 'Read all data of the workspace, part by part',
    description:
      'Lines of JSON, one for each row. Each part ends with a line that has the cursor of the next one; the last part ends with the number of rows of each table. The file has the state of one moment, `consistentAt`: what changes while the parts are read is told again at the end. Secrets are not in it. `npm run export` does this.',
    answer: {
      ...answerOf(ExportPart, 'The next part.', '{"table":"topics","row":{"topic_id":"topic_…"}}\n'),
      mediaType: 'application/x-ndjson',
    },
    errors: ['export_ended'],
  },
  'DELETE /v0/export': {
    id: 'endExport',
    summary: 'End an export that was read',
    description:
      'Until then, each row that is written is noted for it. An export that nobody goes on with ends after an hour.',
    answer: answerOf(ExportEnded, 'Which export has ended.', { exportId, isEnded: true }),
  },
  'POST /v0/restore': {
    id: 'createRestore',
    summary: 'Begin to fill an empty workspace from an export',
    description:
      'The workspace must be empty, and the export of the same schema. Until the restore is done or given up, nothing else can be written. `npm run restore` does all of it.',
    example: { header, keys: false },
    answer: createdOf(Restore, 'The restore, which makes room first.', {
      ...restore,
      phase: 'guarding',
      receivedLines: 0,
    }),
    errors: ['workspace_not_empty', 'restore_running', 'schema_mismatch'],
  },
  'GET /v0/restore': {
    id: 'getRestore',
    summary: 'Read how far a restore is',
    answer: stateOf('The restore that runs, or the last one.'),
    errors: ['restore_not_found'],
  },
  'POST /v0/restore/lines': {
    id: 'createRestoreLines',
    summary: 'Send lines of the file',
    description:
      'Some lines, at most 2 MiB, in the order of the file. `receivedLines` of the answer says where to go on: it may take fewer than were sent, and lines that were received change nothing.',
    example: '{"table":"topics","row":{"topic_id":"topic_…"}}\n',
    answer: stateOf('How many lines have been received.'),
    errors: ['restore_not_found', 'restore_not_receiving'],
  },
  'POST /v0/restore/advance': {
    id: 'advanceRestore',
    summary: 'Do the next step of a restore',
    description:
      'Send it until `phase` is `receiving`, and again behind the last line until it is `done`. Triggers and search indexes are made, tables are compared with the file, and webhooks and alerts are switched off.',
    example: {},
    answer: stateOf('Where the restore is.', {
      phase: 'done',
      isRunning: false,
      receivedLines: 96_412,
      comparison: { tables: 63, rows: 96_320, searches: 4, differing: [] },
    }),
    errors: ['restore_not_found'],
  },
  'DELETE /v0/restore': {
    id: 'deleteRestore',
    summary: 'Give up a restore',
    description:
      'Then send `POST /v0/restore/advance` until `phase` is `given_up`: the workspace is empty again. One that is done stays.',
    answer: stateOf('The restore, which empties the workspace.', { phase: 'emptying' }),
    errors: ['restore_not_found'],
  },
});
