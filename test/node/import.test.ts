import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonLogList } from '../../src/people/logs/body-schemas.ts';
import type { PersonFound, PersonList } from '../../src/people/persons/schemas.ts';
import { encoders } from '../console/import/files.ts';
import { inTurn, seed } from '../turns.ts';
import { listOf } from './import/list.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, npmRun, root, type Server, startServer } from './processes.ts';

let server: Server;
const folder = mkdtempSync(path.join(tmpdir(), 'footfall-import-'));
beforeAll(async () => {
  server = await startServer(migratedStateDir());
});
afterAll(() => {
  cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, bytes: Uint8Array | string) => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
};
const variables = () => ({ API_KEY: server.key, PORT: String(server.port) });
const run = (file: string, ...args: string[]) => npmRun(['import', '--', file, ...args], variables());
const linesOf = async (...of: Parameters<typeof run>) => {
  const { code, stdout, stderr, left } = await run(...of);
  expect(stderr).toBe('');
  expect([code, left]).toEqual([0, []]);
  return stdout.trimEnd().split('\n');
};
const said = ({ created, updated, unchanged, refused }: ReturnType<typeof listOf>['expected']) => {
  const count = (number: number) => number.toLocaleString('en');
  return `${count(created)} new, ${count(updated)} changed, ${count(unchanged)} there already, ${count(refused)} refused.`;
};
const read = async <T>(target: string) => (await call<T>(server, 'GET', target)).body;
const persons = async () => (await read<PersonList>('/v0/persons/search?limit=1')).totalCount ?? 0;

/** The most memory of a process so far, in megabytes. Undefined once it has ended. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return peak === undefined ? undefined : Number(peak) / 1024;
  } catch {
    return undefined;
  }
}

/** A heap of 64 MB: what the program does not keep is collected, whatever memory the machine has. */
const smallHeap = '--max-old-space-size=64 --max-semi-space-size=4';

/** Starts an import, and kills it at once when it has done so many rows. Returns how much memory it took. */
async function runUntil(file: string, rows: number): Promise<number> {
  const args = ['--import', './scripts/lib/imports.ts', 'scripts/import.ts', file, '--yes'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...variables(), NODE_OPTIONS: smallHeap },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const state = file.replace('.csv', '.import.json');
  let peak = 0;
  const done = () => {
    try {
      return (JSON.parse(readFileSync(state, 'utf8')) as { progress: { done: number } }).progress.done;
    } catch {
      return 0;
    }
  };
  while (child.exitCode === null && done() < rows) {
    peak = Math.max(peak, peakOf(child.pid) ?? 0);
    await sleep(5);
  }
  child.kill('SIGKILL');
  await ended;
  return peak;
}

test('docs/marketers/import.md is as the command prints it', async () => {
  const document = readFileSync(path.join(root, 'docs/marketers/import.md'), 'utf8');
  const [, list = ''] = /```csv\n(.*?)```/s.exec(document) ?? [];
  const [, command = '', printed = ''] =
    /```sh\nnpm run import -- (.*?)\n```\n\n```\n(.*?)```/s.exec(document) ?? [];
  const file = write('contacts.csv', list);
  const lines = await linesOf(file, ...command.split(' ').slice(1));
  expect(lines.join('\n').replaceAll(file, 'contacts.csv')).toBe(printed.trimEnd());
});

test('a list is shown and tried; with --yes it is imported, and sent again it changes nothing', async () => {
  const file = write(
    'contacts.csv',
    'Vorname;Nachname;E-Mail;Telefon;Firma;Notiz\nAnna;Groß;anna@gross.example;0151 12345678;Groß AG;x\nTom;Okafor;tom@;;;\n;;;;Niemand;\n',
  );
  const tried = await linesOf(file, '--country', 'de');
  expect(tried.map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
    `${file}: 3 rows, UTF-8, semicolons`,
    'Vorname | First name | Anna | Tom',
    'Nachname | Last name | Groß | Okafor',
    'E-Mail | Email | anna@gross.example | tom@',
    'Telefon | Phone number | 0151 12345678',
    'Firma | Name of the company | Groß AG | Niemand',
    'Notiz | – | x',
    'A company that gets its name from the list stays when its last person is erased.',
    '1 new, 0 changed, 0 there already, 2 refused.',
    'row 3: E-Mail “tom@” must have one @ with text before and a host name of two labels or more behind it.',
    'row 4: The row has no email, phone number or LinkedIn profile.',
    'Nothing was written: add --yes to import.',
  ]);
  expect(await persons()).toBe(0);

  const imported = await linesOf(file, '--country', 'de', '--yes');
  expect(imported.slice(-2)).toEqual([
    '1 new, 0 changed, 0 there already, 2 refused.',
    expect.stringMatching(/^The refused rows are in .*contacts\.refused\.csv, with the reasons\.$/),
  ]);
  const refused = readFileSync(path.join(folder, 'contacts.refused.csv'));
  expect(parse(refused, { bom: true })).toEqual([
    ['Row', 'Reason', 'Vorname', 'Nachname', 'E-Mail', 'Telefon', 'Firma', 'Notiz'],
    ['3', expect.stringContaining('E-Mail “tom@” must have'), 'Tom', 'Okafor', 'tom@', '', '', ''],
    ['4', expect.stringContaining('no email'), '', '', '', '', 'Niemand', ''],
  ]);
  expect(await read('/v0/persons?phoneNumber=%2B4915112345678')).toMatchObject({
    person: { name: 'Anna Groß', email: 'anna@gross.example' },
  });
  // Somebody may be mending the file of the first run.
  writeFileSync(path.join(folder, 'contacts.refused.csv'), 'mended');
  expect((await linesOf(file, '--country', 'de', '--yes')).slice(-2)).toEqual([
    '0 new, 0 changed, 1 there already, 2 refused.',
    expect.stringMatching(/^The refused rows are in .*contacts\.refused-2\.csv, with the reasons\.$/),
  ]);
  expect(readFileSync(path.join(folder, 'contacts.refused.csv'), 'utf8')).toBe('mended');
  expect(parse(readFileSync(path.join(folder, 'contacts.refused-2.csv')), { bom: true })).toHaveLength(3);
  expect(
    (await linesOf(file, '--known', 'update', '--set', 'Nachname=none', '--set', 'Telefon=none', '--yes')).at(
      -2,
    ),
  ).toBe('0 new, 1 changed, 0 there already, 2 refused.');
  expect(await persons()).toBe(1);
});

test('logs are imported with their time and details, and a later export adds those that are new', async () => {
  const text = 'Email;Event;Date;Subject\nlog@er.example;Call made;03.04.2026 14:05;First\n';
  const file = write('calls.csv', text);
  const options = ['--logs', '--zone', 'Europe/Berlin', '--source', 'crm'];
  expect((await linesOf(file, ...options)).at(-2)).toBe(
    'Of their persons: 1 new, 0 there already, 0 refused.',
  );
  expect((await linesOf(file, ...options, '--yes')).at(-1)).toBe('1 new, 0 there already, 0 refused.');
  expect(existsSync(path.join(folder, 'calls.refused.csv'))).toBe(false);
  const { person } = await read<PersonFound>('/v0/persons?email=log@er.example');
  const logs = await read<PersonLogList>(`/v0/persons/${person?.personId}/logs`);
  expect(logs.items).toMatchObject([
    {
      source: 'crm',
      type: 'call-made',
      occurredAt: '2026-04-03T12:05:00.000Z',
      payload: { Subject: 'First' },
    },
  ]);
  write('calls.csv', `${text}log@er.example;Call made;04.04.2026 09:00;Second\n`);
  expect((await linesOf(file, ...options, '--yes')).at(-1)).toBe('1 new, 1 there already, 0 refused.');
});

test('companies are told by their domains, and imported without a person', async () => {
  const text =
    'Unternehmen;Webseite;Telefon\nGroß Bau GmbH;https://www.gross-bau.example/;030 1\nVerein;;\n;x y;\n';
  const file = write('unternehmen.csv', text);
  const before = await persons();
  const tried = await linesOf(file);
  expect(tried.slice(-5)).toEqual([
    'The rows are companies.',
    '1 new, 0 changed, 0 there already, 2 refused.',
    '  row 3: The row has no domain.',
    expect.stringMatching(/^ {2}row 4: Webseite “x y” must be a host name/),
    'Nothing was written: add --yes to import.',
  ]);
  expect((await linesOf(file, '--yes')).at(-2)).toBe('1 new, 0 changed, 0 there already, 2 refused.');
  expect((await linesOf(file, '--yes')).at(-2)).toBe('0 new, 0 changed, 1 there already, 2 refused.');
  expect(await persons()).toBe(before);
  expect(await read('/v0/accounts?domain=gross-bau.example')).toMatchObject({
    items: [{ name: 'Groß Bau GmbH', linkedPersonsCount: 0 }],
  });
});

test.each<[args: string[], message: RegExp]>([
  [[], /^footfall: usage: npm run import/],
  [['none.csv'], /none\.csv: there is no such file\.$/m],
  [['FILE', '--set', 'Nothing=email'], /names no column\. The columns are Name, Note/],
  [['FILE', '--set', 'Name=slug'], /names no field\. The fields are name, firstName/],
  [['ONE-LINE'], /one-line\.csv: The first row does not end within a million characters/],
  [['FILE'], /no column is an email, a phone number or a LinkedIn profile/],
  [['FILE', '--set', 'Name=email', '--known', 'merge'], /--known takes fill, update, skip/],
  [['FILE', '--set', 'Name=email', '--country', 'XX'], /--country takes AT, AU/],
  [['FILE', '--companies'], /no column is the domain of a company: .* --set 'Name=domain'/],
  [['FILE', '--companies', '--logs'], /--logs and --companies exclude each other/],
  [['FILE', '--set', 'Name=email', '--zone', 'Berlin'], /--zone takes a time zone/],
])('%j is refused', async (args, message) => {
  const file = write('notes.csv', 'Name,Note\nA,b\n');
  const files: Record<string, string> = {
    FILE: file,
    'ONE-LINE': args[0] === 'ONE-LINE' ? write('one-line.csv', 'a,'.repeat(600_000)) : '',
  };
  const { code, stdout, stderr } = await npmRun(
    ['import', '--', ...args.map((arg) => files[arg] ?? arg)],
    variables(),
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(message);
});

const small = seed === 'all' ? 5000 : 2000;

test.each(inTurn(Object.keys(encoders)))(
  'the counts of a list in %s are those of the model, also when it was killed, and its file has the refused rows',
  async (encoding) => {
    const { bytes, expected } = listOf(Object.keys(encoders).indexOf(encoding), small, encoding);
    const name = `list of ${encoding}`;
    const file = write(`${name}.csv`, bytes);
    const before = await persons();
    await runUntil(file, small / 2);
    const lines = await linesOf(file, '--yes');
    expect(lines.filter((line) => /^Goes on/.test(line))).toHaveLength(1);
    expect(lines.at(-2)).toBe(said(expected));
    expect(await persons()).toBe(before + expected.created);
    const refused = parse(readFileSync(path.join(folder, `${name}.refused.csv`)), {
      bom: true,
      relax_column_count: true,
    });
    expect(refused).toHaveLength(1 + expected.refused);
    const again = { ...expected, created: 0, unchanged: expected.created + expected.unchanged };
    expect((await linesOf(file)).find((line) => line.includes(' new,'))).toBe(said(again));
    expect((await linesOf(file, '--yes')).at(-2)).toBe(said(again));
    expect(await persons()).toBe(before + expected.created);
  },
);

// In npm run test:all.
test.runIf(seed === 'all')(
  '100,000 rows take no more memory than 2,000, killed at three points',
  async () => {
    const few = write('few.csv', listOf(7, 2000, 'UTF-16 LE').bytes);
    const usual = await runUntil(few, 2000);
    const { bytes, expected } = listOf(8, 100_000, 'UTF-16 LE', '\t');
    const many = write('many.csv', bytes);
    let peak = 0;
    for (const rows of [10_000, 50_000, 90_000]) peak = Math.max(peak, await runUntil(many, rows));
    expect((await linesOf(many, '--yes')).at(-2)).toBe(said(expected));
    expect(peak, `2,000 rows take ${usual} MB`).toBeLessThan(usual + 50);
  },
);
