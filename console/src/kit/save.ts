import { fileName, fileOf, save } from '../data/file.ts';
import { storedKey } from '../data/session.ts';
import { describeProblem } from '../lib/problem.ts';
import { announce, toast } from '../lib/toasts.ts';
import type { DownloadProps } from './download.tsx';

/** A file that takes this long, in milliseconds, says that it is being prepared. */
const long = 1500;

/** The files that are on their way: a second click on a button waits for the first. */
const underWay = new Map<string, Promise<void>>();

/** Saves a file, and says so, or why not. Nothing of it is left for another key: a file ends with the session. */
async function start(what: string, of: DownloadProps['of']): Promise<void> {
  const key = storedKey();
  const isSame = () => storedKey() === key;
  const timer = setTimeout(() => isSame() && toast(`The file “${what}” is being prepared.`), long);
  try {
    const file = await fileOf(await of());
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
export function download(what: string, of: DownloadProps['of']): Promise<void> {
  const promise = underWay.get(what) ?? start(what, of);
  underWay.set(what, promise);
  return promise;
}
