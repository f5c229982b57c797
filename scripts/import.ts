import path from 'node:path';
import { storedKey } from '../demo/keys.ts';
import { listRows, lookThrough } from '../src/lib/import/look.ts';
import { type Counts, type Progress, runImport } from '../src/lib/import/run.ts';
import { NoTable } from '../src/lib/import/text.ts';
import { importOptions, onConflictOf, planOf, preview } from './import/options.ts';
import { reasonOf, senderOf } from './import/send.ts';
import { accountOf, openFile } from './import/state.ts';
import { addressOf } from './keys/sign-in-link.ts';
import { main, parseOptions, UserError } from './lib/settings.ts';
import { stateDir } from './state/dir.ts';

const usage = `usage: npm run import -- FILE.csv [--yes]
  --yes                   writes; without it, only what would become of the rows is said
  --set 'COLUMN=FIELD'    what a column is, or none; may be given several times
  --known fill            what persons get who are known: fill blanks, update what differs, or skip
  --country DE            the country of phone numbers that name none
  --companies             the rows are companies, which is seen if the list has domains and no people
  --logs                  the rows are logs, with a type, a time and details
    [--source S] [--type T]         of all logs, and of those whose row has none
    [--zone Europe/Berlin]          of times without an offset; UTC without it
    [--day-first | --month-first]   in dates such as 03/04/2026
    [--excel-dates]                 numbers are dates of Excel
  --address URL           the service, with the key in API_KEY; without it, that of npm start`;

const inWords = ({ created, updated, unchanged, refused }: Counts, kind: string): string => {
  const count = (number: number) => number.toLocaleString('en');
  return `${count(created)} new, ${kind === 'logs' ? '' : `${count(updated)} changed, `}${count(unchanged)} there already, ${count(refused)} refused`;
};

/** Prints how far an import is, in one line of a terminal, or every 10,000 rows. */
function printerOf(total: number, doing: string) {
  return ({ done }: Progress) => {
    const line = `${doing} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`);
    else if (done % 10_000 === 0) console.log(line);
  };
}

// npm run import: writes the persons, the companies or the logs of a CSV file, or says what would become of them.
await main(async () => {
  const { values, positionals } = parseOptions({ allowPositionals: true, options: importOptions }, usage);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UserError(usage);
  const file = path.resolve(process.env.INIT_CWD ?? '.', name);
  const open = openFile(file);
  const look = await lookThrough(open).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof NoTable || error.code === 'ENOENT' || error.code === 'EISDIR')
      throw new UserError(`${name}: ${error instanceof NoTable ? error.message : 'there is no such file.'}`);
    throw error;
  });
  const plan = planOf(look, values);
  const onConflict = onConflictOf(values.known);
  const address = await addressOf(values.address, {});
  if (values.address !== undefined && !process.env.API_KEY)
    throw new UserError('--address goes with the key of the service in API_KEY.');
  const send = senderOf(address, process.env.API_KEY || storedKey(stateDir()));
  for (const line of preview(name, look, plan)) console.log(line);
  if (plan.kind === 'accounts') console.log('The rows are companies.');
  else if (plan.mapping.includes('companyName'))
    console.log('A company that gets its name from the list stays when its last person is erased.');

  const stop = new AbortController();
  const stopped = new UserError('stopped. Run the same command again to go on.');
  process.once('SIGINT', () => stop.abort(stopped));
  const run = { send, onConflict, signal: stop.signal };
  const throwReason = (error: unknown) => {
    throw reasonOf(error, address) ?? error;
  };
  if (!values.yes) {
    let shown = 0;
    const print = printerOf(look.count, 'Looked at');
    const reasons: string[] = [];
    const { counts } = await runImport(listRows(open, look), plan, {
      ...run,
      isDryRun: true,
      onProgress: (progress, refused) => {
        print(progress);
        for (const { row, reasons: why } of refused)
          if (shown++ < 10) reasons.push(`  row ${row.number}: ${why.join(' ')}`);
      },
    }).catch(throwReason);
    console.log(`${plan.kind === 'logs' ? 'Of their persons: ' : ''}${inWords(counts, plan.kind)}.`);
    for (const line of reasons) console.log(line);
    if (shown > 10) console.log(`  and ${(shown - 10).toLocaleString('en')} more`);
    console.log('Nothing was written: add --yes to import.');
    return;
  }
  const account = await accountOf(file, plan, { onConflict, address });
  if (account.from) console.log(`Goes on after ${account.from.done.toLocaleString('en')} rows.`);
  const print = printerOf(look.count, 'Imported');
  const progress = await runImport(listRows(open, look), plan, {
    ...run,
    ...(account.from && { from: account.from }),
    onProgress: (now, refused) => {
      account.note(now, refused);
      print(now);
    },
  }).catch(throwReason);
  account.end(progress);
  console.log(`${inWords(progress.counts, plan.kind)}.`);
  if (progress.counts.refused > 0)
    console.log(
      `The refused rows are in ${path.relative(process.cwd(), account.refusedFile)}, with the reasons.`,
    );
});
