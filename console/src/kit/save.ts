import { type FileQuestion, saveFile } from '../data/file.ts';
import { announce } from '../lib/announce.ts';
import { describeProblem } from '../lib/problem.ts';
import { toast } from '../lib/toasts.ts';

/** A file that takes this long, in milliseconds, says that it is on its way. */
const long = 1500;

/** Saves a file, and says so, or why not. */
export async function download(what: string, of: readonly FileQuestion[]): Promise<void> {
  const timer = setTimeout(() => toast(`The file “${what}” is on its way.`), long);
  try {
    await saveFile(what, of);
    announce(`The file “${what}” was downloaded`);
  } catch (error) {
    const { title, detail } = describeProblem(error);
    toast([`The file “${what}” was not downloaded. ${title}.`, detail].filter(Boolean).join(' '));
  } finally {
    clearTimeout(timer);
  }
}
