import { newAlert } from '../support/alerts.ts';
import {
  advance,
  afresh,
  begin,
  exported,
  restored,
  restorePath,
  rowsOf,
  sendLines,
  source,
  target,
  until,
} from '../support/backup.ts';
import { type Problem, send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { newPerson } from '../support/persons.ts';
import { ok } from '../support/replies.ts';
import { load } from '../support/sample-data.ts';
import { newWebhook } from '../support/webhooks.ts';

const acme = { workspace: 'acme' } as const;

beforeEach(afresh);

/** The parts of a file. */
const fileOf = async () => {
  const [header = '', ...lines] = await exported();
  return { header: JSON.parse(header) as object, lines };
};

test('nothing else writes while a restore runs: 503, and the cron waits', async () => {
  await load();
  const { header, lines } = await fileOf();
  await begin(header);
  await until('receiving');
  await sendLines(0, lines.slice(0, 100));
  const { status, body, headers } = await send<Problem>(
    'POST',
    '/v0/person_logs',
    { source: 'x', email: 'a@b.example', payload: {} },
    acme,
  );
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'workspace_restoring', '1']);
  expect((await send<Problem>('POST', '/v0/topics', { title: 'x' }, acme)).status).toBe(503);
  const rows = await rowsOf(target);
  await watched().run();
  expect(await rowsOf(target)).toEqual(rows);
  await send('DELETE', restorePath, undefined, acme);
  await until('given_up');
});

test('what is written before the guards stand ends the restore, and stays', async () => {
  const { header } = await fileOf();
  await begin(header);
  await newPerson({ email: 'a@between.example' }, acme);
  let answer = await advance();
  while (answer.status === 200 && answer.body.phase === 'guarding') answer = await advance();
  answer = await advance();
  expect([answer.status, answer.body.code]).toEqual([409, 'workspace_not_empty']);
  await until('given_up');
  await newPerson({ email: 'b@between.example' }, acme);
});

test('a file with fewer rows than it says is not opened, and can be given up', async () => {
  await load();
  const { header, lines } = await fileOf();
  await begin(header);
  await until('receiving');
  await sendLines(
    0,
    lines.filter((line) => !line.startsWith('{"table":"pages"')),
  );
  await expect(until('done')).rejects.toThrow('"table":"pages","expected":2,"found":0');
  await send('DELETE', restorePath, undefined, acme);
  await until('given_up');
});

test('webhooks and alerts come switched off, without secrets, and keys only if they are asked for', async () => {
  const { webhookId } = await newWebhook();
  await newAlert();
  const lines = await exported();
  expect(lines.join('\n')).not.toMatch(/whsec_|"webhook_secrets","row"|"table":"secrets"/);
  await restored(lines, { keys: true });
  const webhook = await ok(send<{ disabledAt: string }>('GET', `/v0/webhooks/${webhookId}`, undefined, acme));
  expect(webhook.disabledAt).not.toBeNull();
  const { items } = await ok(send<{ items: { isEnabled: boolean }[] }>('GET', '/v0/alerts', undefined, acme));
  expect(items.map(({ isEnabled }) => isEnabled)).toEqual([false]);
  const keysOf = async (database: D1Database) =>
    (await database.prepare('select hash from api_keys order by 1').all<{ hash: string }>()).results.map(
      ({ hash }) => hash,
    );
  expect(await keysOf(target)).toEqual(expect.arrayContaining(await keysOf(source)));
  const counted = await target
    .prepare("select value - (select count(*) from api_keys) as n from counters where name = 'api_keys'")
    .first('n');
  expect(counted).toBe(0);
});
