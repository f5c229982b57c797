import { env } from 'cloudflare:workers';
import { send } from '../worker/support/client.ts';
import { dropNotes } from '../worker/support/empty.ts';
import { at, rows } from './budget.ts';

const restore = '/v0/restore';
const header = { footfall: { format: 2, fingerprint: 'x', tables: {} } };

const none = () => env.DB.prepare('delete from exports').run();

/** Begins an export, and removes its triggers, which would note what other rows write. Returns its id. */
async function begun(): Promise<string> {
  const { text } = await send('GET', '/v0/export');
  await dropNotes(env.DB);
  const { footfall } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { footfall: { exportId: string } };
  return footfall.exportId;
}

/** The rows of docs/operators/cost.md for exports and restores. */
export const backupsTable = rows({
  // The next row removes its triggers, which note what is written.
  'GET /v0/export | the first part': async () => {
    await dropNotes(env.DB);
    return '/v0/export';
  },
  'DELETE /v0/export | beside another': async () => {
    await none();
    await begun();
    return `/v0/export?exportId=${await begun()}`;
  },
  'DELETE /v0/export | not found': async () => {
    await none();
    return '/v0/export?exportId=export_01kafz8q6tf7n9t3cwh2k5v4xe';
  },
  'POST /v0/restore | of another release': () => at(restore, { header }),
  'GET /v0/restore | none': restore,
  'POST /v0/restore/lines | none': () => ({
    path: `${restore}/lines?after=0`,
    body: 'x',
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  'POST /v0/restore/advance | none': () => at(`${restore}/advance`, {}),
  'DELETE /v0/restore | none': restore,
});
