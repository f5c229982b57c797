import { csvFile } from '@footfall/client';
import { describeProblem } from '../lib/problem.ts';
import { announce, toast } from '../lib/toasts.ts';
import { type Asked, ask, type OptionsOf } from './api.ts';
import { storedKey } from './session.ts';

/** The rows of some questions in the order of the screen: first those whose column `by` has one of these ids. */
export interface InOrder {
  of: readonly Asked[];
  by: string;
  ids: readonly string[];
}

/** The questions whose rows are in a file. */
export type Sheet = readonly Asked[] | InOrder;
export type Wanted = () => Sheet | Promise<Sheet>;
/** Makes a file here. */
type Made = () => Promise<Blob>;

/** Names a file after what it has, and the day on which it was made: "footfall-accounts-2026-11-25.csv". */
export const fileName = (what: string, now = new Date()): string => {
  const words =
    what
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? [];
  return `${['footfall', ...words, now.toISOString().slice(0, 10)].join('-')}.csv`;
};

const lineEnd = '\r\n';
const byteOrderMark = '\u{FEFF}';

/** One file of several: only the first with rows keeps the line of names. */
export function joined(files: readonly string[]): string {
  const texts = files.map((file) => file.replace(byteOrderMark, ''));
  const rowsAt = (text: string) => text.indexOf(lineEnd) + lineEnd.length;
  const [first = texts[0] ?? '', ...others] = texts.filter((text) => rowsAt(text) < text.length);
  const headOf = (text: string) => text.slice(0, rowsAt(text));
  if (others.some((text) => headOf(text) !== headOf(first)))
    throw new Error('The lists have different columns.');
  return byteOrderMark + first + others.map((text) => text.slice(rowsAt(text))).join('');
}

/** The lines of a file: a cell in quotation marks may have several. */
const linesIn = (text: string): string[] => text.match(/(?:"(?:[^"]|"")*"|[^"\r])+\r\n/g) ?? [];

/** The first cells of a line. They have no quotation marks: names of columns, and ids. */
const cellsOf = (line: string): string[] => line.replace(lineEnd, '').split(',');

/** A file with its lines in an order, by the ids in a column: others follow as they are. */
export function reordered(file: string, { by, ids }: Pick<InOrder, 'by' | 'ids'>): string {
  const [head = '', ...lines] = linesIn(file);
  const column = cellsOf(head.replace(byteOrderMark, '')).indexOf(by);
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = (line: string) => places.get(cellsOf(line)[column] ?? '') ?? ids.length;
  return head + lines.toSorted((a, b) => placeOf(a) - placeOf(b)).join('');
}

/** Asks for all rows of all questions as one CSV file. Throws a FootfallProblem. */
export async function fileOf(sheet: Sheet): Promise<Blob> {
  const isOrdered = 'by' in sheet;
  const file = await filesOf(isOrdered ? sheet.of : sheet);
  return isOrdered ? new Blob([reordered(await textOf(file), sheet)], { type: 'text/csv' }) : file;
}

/** The text of a file, with the mark at its beginning: `text()` leaves it out. */
const textOf = async (file: Blob): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

async function filesOf(questions: readonly Asked[]): Promise<Blob> {
  const files: Blob[] = [];
  for (const [operation, { query, ...options }] of questions) {
    // A file has no pages.
    const { limit: _, ...asked } = { limit: 0, ...query };
    const load = (sent: object) => csvFile(operation, sent as never).then((data) => ({ data }));
    files.push(await ask(load, { ...options, query: asked } as OptionsOf<typeof load>));
  }
  const [only, ...others] = files;
  if (only && others.length === 0) return only;
  return new Blob([joined(await Promise.all(files.map((file) => file.text())))], { type: 'text/csv' });
}

/** Gives a file to the browser to keep. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file that takes this long, in milliseconds, says that it is being prepared. */
const long = 1500;

/** The files that are on their way: a second click on a button waits for the first. */
const underWay = new Map<string, Promise<void>>();

/** Saves a file, and says so, or why not. Nothing of it is left for another key: a file ends with the session. */
async function start(what: string, of: Wanted | Made): Promise<void> {
  const key = storedKey();
  const isSame = () => storedKey() === key;
  const timer = setTimeout(() => isSame() && toast(`The file “${what}” is being prepared.`), long);
  try {
    const wanted = await of();
    const file = wanted instanceof Blob ? wanted : await fileOf(wanted);
    if (!isSame()) return;
    save(file, fileName(what));
    announce(`The file “${what}” was downloaded`);
  } catch (error) {
    if (!isSame()) return;
    const { title, detail } = describeProblem(error);
    toast([`The file “${what}” was not downloaded. ${title}.`, detail].filter(Boolean).join(' '));
  } finally {
    clearTimeout(timer);
    underWay.delete(what);
  }
}

/** Saves a file, unless the one of this name is being prepared. */
export function download(what: string, of: Wanted | Made): Promise<void> {
  const promise = underWay.get(what) ?? start(what, of);
  underWay.set(what, promise);
  return promise;
}
