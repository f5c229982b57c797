import { createReadStream, existsSync, truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tableIn } from '../../src/backup/store/internal.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { UserError } from '../lib/settings.ts';
import type { Header } from './service.ts';

/** The lines of a file, without what breaks them. */
export const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

/** Where an export into a file goes on. */
export interface Begun {
  cursor: string | undefined;
  exportId: string | undefined;
  isWhole: boolean;
  /** The lines of each table. */
  counts: Map<string, number>;
}

/** Counts the lines of each table. */
export function count(counts: Map<string, number>, lines: readonly string[]): void {
  for (const line of lines) {
    const { name, isGone } = tableIn(line) ?? {};
    if (name !== undefined && !isGone) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** Finds where an export into a file goes on, and cuts off what a part that broke off has left. */
export async function begunIn(file: string): Promise<Begun> {
  const begun: Begun = { cursor: undefined, exportId: undefined, isWhole: false, counts: new Map() };
  let part: string[] = [];
  if (!existsSync(file)) return begun;
  let [bytes, whole] = [0, 0];
  for await (const line of linesOf(file)) {
    bytes += Buffer.byteLength(line) + 1;
    if (line.startsWith('{"footfall":')) begun.exportId = (JSON.parse(line) as Header).footfall.exportId;
    part.push(line);
    const isPart = line.startsWith('{"part":') && line.endsWith('}}');
    if (!isPart && !(line.startsWith('{"end":') && line.endsWith('}'))) continue;
    whole = bytes;
    count(begun.counts, part);
    part = [];
    if (isPart) begun.cursor = (JSON.parse(line) as { part: { next: string } }).part.next;
    else begun.isWhole = true;
  }
  truncateSync(file, whole);
  return begun;
}

/** What a file has: its first line and how many there are behind it, or undefined for a file without a first line. */
export interface Contents {
  header: Header | undefined;
  lines: number;
}

/** Reads a whole export, and compares the hash of each part. Throws UserError for one that is not whole, or was changed. */
export async function checked(file: string): Promise<Contents> {
  let [header, lines, hash, text, isWhole] = [undefined as Header | undefined, 0, '', '', false];
  for await (const line of linesOf(file)) {
    if (lines === 0 && header === undefined) {
      header = headerIn(line);
      if (!header) return { header, lines: 0 };
    } else lines++;
    const isEnd = line.startsWith('{"end":');
    if (isEnd || line.startsWith('{"part":')) {
      const { part, end } = JSON.parse(line) as Record<string, { hash: string } | undefined>;
      // The hash of the end stands for all lines before it.
      hash = sha256(hash + sha256(text));
      if ((part ?? end)?.hash !== hash)
        throw new UserError(`the file was changed, or is damaged, before its line ${lines + 1}.`);
      text = '';
      isWhole = isEnd;
    } else {
      text += `${line}\n`;
      isWhole = false;
    }
  }
  if (!isWhole)
    throw new UserError(
      'the file is not whole: it has no last line. Run the same npm run export again to go on.',
    );
  return { header, lines };
}

function headerIn(line: string): Header | undefined {
  try {
    const header = JSON.parse(line) as Header;
    return header.footfall ? header : undefined;
  } catch {
    throw new UserError('the file is no export: its first line is no JSON.');
  }
}
