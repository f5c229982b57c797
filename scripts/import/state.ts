import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Plan } from '../../src/lib/import/read-row.ts';
import { refusedHeading, refusedLines } from '../../src/lib/import/refused.ts';
import { nothingDone, type Progress, type Refused } from '../../src/lib/import/run.ts';
import type { Open } from '../../src/lib/import/text.ts';

/** Opens a file of this machine. */
export const openFile =
  (file: string): Open =>
  () =>
    createReadStream(file);

/** SHA-256 of what an import is: the file, how it is read and where it goes. */
async function digestOf(file: string, settings: object): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('base64url');
}

interface Kept {
  digest: string;
  progress: Progress;
  /** The name of the file of refused rows. */
  refusedName: string;
  /** The length of the file of refused rows, which may be longer: it is written first. */
  refusedLength: number;
}

function keptIn(file: string): Kept | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}

/** Opens a new file beside a list: `contacts.refused.csv`, or `contacts.refused-2.csv` where an earlier run has left one. */
function newRefusedFile(base: string): { refusedFile: string; refusedAt: number } {
  for (let number = 1; ; number++) {
    const refusedFile = `${base}.refused${number === 1 ? '' : `-${number}`}.csv`;
    try {
      return { refusedFile, refusedAt: openSync(refusedFile, 'wx', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Goes on with the file of refused rows of an import that was stopped, if it is there. */
function keptRefusedFile(base: string, { refusedName, refusedLength }: Kept) {
  const refusedFile = path.join(path.dirname(base), refusedName);
  if (!existsSync(refusedFile)) return undefined;
  truncateSync(refusedFile, refusedLength);
  return { refusedFile, refusedAt: openSync(refusedFile, 'a', 0o600) };
}

/** The account of an import beside its file, by which it goes on after it was stopped. */
export interface Account {
  /** Where it goes on. Undefined if it begins. */
  from: Progress | undefined;
  /** The file of refused rows. */
  refusedFile: string;
  note: (progress: Progress, refused: readonly Refused[]) => void;
  /** Removes what is only needed to go on, and the file of refused rows if there are none. */
  end: (progress: Progress) => void;
}

/** Opens the account of an import: a new one, or the one that was stopped. */
export async function accountOf(file: string, plan: Plan, settings: object): Promise<Account> {
  const base = file.replace(/\.[^./\\]*$/, '');
  const stateFile = `${base}.import.json`;
  const digest = await digestOf(file, { plan, ...settings });
  const kept = keptIn(stateFile);
  const left = kept?.digest === digest ? keptRefusedFile(base, kept) : undefined;
  const { refusedFile, refusedAt } = left ?? newRefusedFile(base);
  const from = left && kept?.progress;
  let refusedLength = left && kept ? kept.refusedLength : 0;
  const append = (text: string) => {
    refusedLength += writeSync(refusedAt, text);
  };
  const keep = (progress: Progress) => {
    const state: Kept = { digest, progress, refusedName: path.basename(refusedFile), refusedLength };
    writeFileSync(`${stateFile}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${stateFile}.new`, stateFile);
  };
  if (!from) {
    append(refusedHeading(plan.columns));
    // From here on, what was written before may be of this import.
    keep(nothingDone);
  }
  return {
    from,
    refusedFile,
    note: (progress, refused) => {
      append(refusedLines(refused));
      keep(progress);
    },
    end: ({ counts }) => {
      rmSync(stateFile, { force: true });
      if (counts.refused === 0) rmSync(refusedFile, { force: true });
    },
  };
}
