import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Restore } from '../src/backup/schemas.ts';
import { schemaFingerprint } from '../src/schema/fingerprint.ts';
import { converted } from './backup/convert.ts';
import { checked, linesOf } from './backup/file.ts';
import { type Header, type Service, serviceOptions, withService } from './backup/service.ts';
import { main, parseOptions, UserError } from './lib/settings.ts';

const usage = `usage: npm run restore -- FILE.ndjson
  --keys                  restores the API keys of the file, too
  --give-up               gives up a restore that runs, and empties the workspace
  --workspace W           another workspace of the state folder
  --address URL           a service, with the key of the workspace in API_KEY
  --remote [--env E]      the deployment of wrangler.toml, with the key in API_KEY`;

/** The intended length of what is sent at once, in characters. */
const chunkLength = 900_000;

const print = (line: string) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${line}\x1b[K`);
};

/** Goes on until the restore is in one of these phases. */
async function advanced(service: Service, phases: readonly Restore['phase'][]): Promise<Restore> {
  for (;;) {
    const restore = await service.advance();
    if (phases.includes(restore.phase)) return restore;
    const { differing = [] } = restore.comparison ?? {};
    if (restore.phase === 'comparing' && differing.length > 0)
      throw new UserError(
        `the workspace is not what the file says: ${differing.map(({ table, expected, found }) => `${table} has ${found} rows, not ${expected}`).join('; ')}. Empty it by the same command with --give-up.`,
      );
    print(restore.phase);
  }
}

/** Sends the lines of a file from where the restore is. */
async function send(service: Service, file: string, from: number, total: number): Promise<void> {
  let [received, at, chunk, length] = [from, -1, [] as string[], 0];
  const flush = async () => {
    while (chunk.length > 0) {
      const { receivedLines } = await service.receiveLines(received, `${chunk.join('\n')}\n`);
      if (receivedLines <= received || receivedLines > received + chunk.length)
        throw new UserError('the restore is elsewhere: another command goes on with it, too.');
      chunk = chunk.slice(receivedLines - received);
      received = receivedLines;
      print(`${received.toLocaleString('en')} of ${total.toLocaleString('en')} lines`);
    }
    length = 0;
  };
  for await (const line of linesOf(file)) {
    // The first line is no row.
    if (at++ < from) continue;
    chunk.push(line);
    length += line.length;
    if (length > chunkLength) await flush();
  }
  await flush();
}

async function restore(service: Service, file: string, header: Header, total: number, hasKeys: boolean) {
  const known = await service.getRestore();
  if (known?.isRunning) console.log('Goes on where it stopped.');
  else await service.beginRestore(header, hasKeys);
  const started = known?.isRunning ? known : undefined;
  const room = ['guarding', 'clearing', 'dropping', undefined].includes(started?.phase);
  const state = room ? await advanced(service, ['receiving']) : started;
  if (state?.phase === 'receiving') await send(service, file, state.receivedLines, total);
  const { comparison } = await advanced(service, ['done', 'given_up']);
  print('');
  console.log(
    `${comparison?.rows.toLocaleString('en')} rows in ${comparison?.tables} tables, as many as the file says; ${comparison?.searches} search indexes are made anew and compared.`,
  );
  console.log(
    'Webhooks and alerts are switched off, and webhooks have no secrets. Switch on what you need, with new secrets.',
  );
}

// npm run restore: fills an empty workspace with what npm run export has written, by this release or an earlier one.
await main(async () => {
  const options = { ...serviceOptions, keys: { type: 'boolean' }, 'give-up': { type: 'boolean' } } as const;
  const { values, positionals } = parseOptions({ allowPositionals: true, options }, usage);
  const [name, ...more] = positionals;
  if (values['give-up']) {
    await withService(values, async (service) => {
      await service.giveUp();
      await advanced(service, ['given_up', 'done']);
    });
    print('');
    console.log('The restore is given up.');
    return;
  }
  if (name === undefined || more.length > 0) throw new UserError(usage);
  const file = path.resolve(process.env.INIT_CWD ?? '.', name);
  if (!existsSync(file)) throw new UserError(`${name}: there is no such file.`);
  const contents = await checked(file);
  const isOther = contents.header?.footfall.fingerprint !== schemaFingerprint;
  const source = isOther ? await converted(file, contents.header) : file;
  try {
    const { header, lines } = isOther ? await checked(source) : contents;
    if (!header) throw new UserError(`${name} is no export.`);
    await withService(values, (service) => restore(service, source, header, lines, values.keys ?? false));
  } finally {
    if (isOther) rmSync(path.dirname(source), { recursive: true, force: true });
  }
});
