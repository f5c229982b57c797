import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { runCronEveryMinute } from '../scripts/server/serve.ts';
import type { WebhookCreated } from '../src/outbound/webhooks/schemas.ts';
import { watchIsolate } from './lib/isolate.ts';
import { type Accepted, type MannerName, startReceivers } from './lib/receivers.ts';
import { newReport } from './lib/report.ts';
import { type Api, createKey, withServer } from './lib/state.ts';
import { mostMemory } from './lib/watched.ts';

const usage = `usage: node bench/measure-webhooks.ts [--events 500] [--readme]
--events   how many events each webhook gets
--readme   writes what is printed into bench/README.md as well`;

/** How long healthy receivers may wait for their last event, in milliseconds. */
const longest = 60_000;
/** How long the bench waits for it, in milliseconds. */
const patience = 5 * longest;

interface Kind {
  manner: MannerName;
  isOrdered?: boolean;
  format?: 'slack';
}
interface Hook extends Kind {
  accepted: Accepted;
  webhookId: string;
}

/** The webhooks that have the service for themselves, one after the other. */
const alone: Kind[] = [
  { manner: 'at once' },
  { manner: 'after 50 ms' },
  { manner: 'after 50 ms', isOrdered: true },
  { manner: 'after 200 ms' },
];
const healthy: Kind[] = [
  ...Array<Kind>(3).fill({ manner: 'at once' }),
  ...Array<Kind>(3).fill({ manner: 'after 50 ms' }),
  ...Array<Kind>(2).fill({ manner: 'at once', isOrdered: true }),
  { manner: 'after 50 ms', isOrdered: true },
  { manner: 'at once', format: 'slack' },
];
const ill: Kind[] = [
  ...Array<Kind>(3).fill({ manner: 'never' }),
  { manner: 'never', isOrdered: true },
  ...Array<Kind>(2).fill({ manner: 'after 10 s' }),
  { manner: 'after 10 s', isOrdered: true },
  { manner: 'with 500' },
  { manner: 'with 429' },
  { manner: 'breaks off' },
];

const { print, printHead, printRow, writeReadme } = newReport({ start: 'webhooks', end: 'webhooks end' });
const faults: string[] = [];
const nameOf = ({ manner, isOrdered, format }: Kind) =>
  [manner, ...(isOrdered ? ['in order'] : []), ...(format ? [format] : [])].join(', ');
const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** Waits until a webhook has accepted as many events. Rejects after `patience`. */
async function untilAccepted(hook: Hook, count: number): Promise<void> {
  const deadline = performance.now() + patience;
  while (new Set(hook.accepted.sequences).size < count) {
    if (performance.now() > deadline)
      throw new Error(`${nameOf(hook)} has ${hook.accepted.sequences.length} of ${count} events.`);
    await sleep(20);
  }
}

/** Notes what is wrong with what a healthy receiver has got. */
function check(hook: Hook, count: number): void {
  const { sequences, mostAtOnce } = hook.accepted;
  if (sequences.length !== count) faults.push(`${nameOf(hook)}: ${sequences.length - count} came twice.`);
  const isInOrder = sequences.every((sequence, place) => sequence > (sequences[place - 1] ?? 0));
  if (hook.isOrdered && !isInOrder) faults.push(`${nameOf(hook)}: not in order.`);
  const most = hook.isOrdered || hook.format ? 1 : 5;
  if (mostAtOnce > most) faults.push(`${nameOf(hook)}: ${mostAtOnce} requests at once.`);
}

/** Makes pages, some at once: each is an event. */
async function makePages({ send }: Api, count: number): Promise<void> {
  let made = 0;
  const lane = async () => {
    while (made < count)
      await send('POST', '/v0/pages', {
        title: 'Hooks',
        url: `https://hooks.example/${++made}/${Date.now()}`,
      });
  };
  await Promise.all(Array.from({ length: 5 }, lane));
}

// Measures how fast webhooks are delivered, alone and while other receivers are slow or fail.
await main(async () => {
  const { values } = parseOptions(
    { options: { events: { type: 'string', default: '500' }, readme: { type: 'boolean' } } },
    usage,
  );
  if (!/^[1-9]\d{0,4}$/.test(values.events)) throw new UserError(usage);
  const events = Number(values.events);
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-webhooks-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.STATE_DIR = folder;
  const key = await createKey(['read', 'write', 'admin']);
  const receivers = await startReceivers();
  const inspectorPort = await getPort({ host: '127.0.0.1' });
  const options = { vars: { LOCAL_RECEIVERS: 'on' }, inspectorPort };

  const measure = async (api: Api) => {
    runCronEveryMinute(api.server);
    const begin = async (kind: Kind): Promise<Hook> => {
      const { manner, ...fields } = kind;
      const { url, accepted } = receivers.open(manner);
      const body = { url, types: ['page.created'], ...fields };
      const made = await api.send('POST', '/v0/webhooks', body);
      return { ...kind, accepted, webhookId: ((await made.json()) as WebhookCreated).webhookId };
    };

    printHead(['receiver that answers', 'events', 'events a second', 'requests at once']);
    for (const kind of alone) {
      const hook = await begin(kind);
      // At once, so that the webhook and not the making of pages is measured.
      await api.server.d1.run('DB', [
        `INSERT INTO events (type, subject, related, created_at)
          SELECT 'page.created', 'page_' || key, '{}', ${Date.now()} FROM json_each('${JSON.stringify(Array(events - 1).fill(0))}')`,
      ]);
      await makePages(api, 1);
      await untilAccepted(hook, events);
      const { startedAt = 0, endedAt = 0, mostAtOnce } = hook.accepted;
      check(hook, events);
      printRow([nameOf(hook), events, Math.round((1000 * events) / (endedAt - startedAt)), mostAtOnce]);
      await fetch(`${api.origin}/v0/webhooks/${hook.webhookId}`, {
        method: 'DELETE',
        headers: { 'x-api-key': key },
      });
    }

    const isolate = await watchIsolate(inspectorPort, () => faults.push('workerd has ended.'));
    const hooks: Hook[] = [];
    for (const kind of [...ill, ...healthy]) hooks.push(await begin(kind));
    const start = performance.now();
    const { peak } = await isolate.watch(async () => {
      await makePages(api, events);
      await Promise.all(hooks.slice(ill.length).map((hook) => untilAccepted(hook, events)));
    });
    isolate.close();
    print(`\n${events} events to each of these 20 webhooks at once, ${events * hooks.length} in all:\n`);
    printHead(['receiver that answers', 'accepted', 'all after s', 'requests at once']);
    for (const hook of hooks) {
      const { sequences, endedAt = 0, mostAtOnce } = hook.accepted;
      const isHealthy = hooks.indexOf(hook) >= ill.length;
      printRow([nameOf(hook), sequences.length, isHealthy ? seconds(endedAt - start) : '–', mostAtOnce]);
      if (!isHealthy) continue;
      check(hook, events);
      if (endedAt - start > longest) faults.push(`${nameOf(hook)}: after ${seconds(endedAt - start)} s.`);
    }
    const memory = peak.heap + peak.buffers;
    print(`\nThe isolate had at most ${(memory / 1e6).toFixed(0)} MB of heap and array buffers.`);
    if (memory > mostMemory) faults.push(`${memory} bytes are more than ${mostMemory}.`);
  };
  await withServer(folder, key, measure, options).finally(receivers.close);
  if (values.readme) writeReadme();
  for (const fault of faults) console.error(`WRONG ${fault}`);
  process.exit(faults.length > 0 ? 1 : 0);
});
