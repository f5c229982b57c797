import { readFileSync } from 'node:fs';
import path from 'node:path';
import { placeAssetFolders } from './build/assets.ts';
import { consoleSizes } from './build/console.ts';
import { buildTracker, buildWords, trackerFile, wordsFile } from './build/tracker.ts';
import { buildWorker, workerFolder } from './build/worker.ts';
import { gzipLength, loadedAtStart, type Share, sharesOf, textOf } from './checks/bundle-modules.ts';
import { main, root, UserError } from './lib/settings.ts';

/**
 * What each limit promises a user, with about 5 % of room at a release. A change of a limit is a commit of its own.
 * Worker: each deploy uploads it, and a Worker on the free plan may have 3 MB.
 */
const limit = 380 * 1024;
/** What the Worker loads before its first answer, after minifying: 100 KiB take some 12 ms on a server of 2026. */
const startLimit = 148 * 1024;
/** The modules of Node that the start may load: others bring Node's streams with them, which take 10 ms (src/lib/node.ts). */
const startModules = ['async_hooks', 'buffer'];
/** visit.js: on a slow phone (400 kbit/s) it is there 82 ms after its first byte. */
const trackerLimit = 4096;
/** words.js: a page of another host is hidden until it is there, for 300 ms at most. On a slow phone (400 kbit/s) it is there 34 ms after its first byte. */
const wordsLimit = 1680;
/** What a browser loads at /docs/, after gzip: Scalar is most of it. Nothing else loads these files. */
const docsLimit = 1400 * 1024;
/** The first screen of the console: its scripts are there after 1.3 s on a slow phone (400 kbit/s). */
const consoleLimits = { firstScripts: 64 * 1024, styles: 10 * 1024 };
/** Scripts of a part of the console, with the first screen's: a screen loads two more, of its toolbar and its figures. */
const scriptsLimit = 11;
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

function printShares(shares: Share[]): void {
  const row = (name: string, minified: string, gzip: string) =>
    console.log(`${name.padEnd(24)}${minified.padStart(10)}${gzip.padStart(10)}`);
  const bytes = (count: number) => count.toLocaleString('en');
  row('part', 'minified', 'gzip');
  for (const { name, minified, gzip } of shares) row(name, bytes(minified), bytes(gzip));
  console.log(
    'gzip: by how many bytes the Worker is larger than without the part; the sum is not the total.\n',
  );
}

/** The bytes after gzip of the scripts and styles that the page /docs/ names. */
async function zippedDocs(): Promise<number> {
  await placeAssetFolders();
  const folder = path.join(root, 'public');
  const html = readFileSync(path.join(folder, 'docs/index.html'), 'utf8');
  const files = [...html.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  return files.reduce((sum, file) => sum + gzipLength(readFileSync(path.join(folder, file))), 0);
}

/** Prints the parts of the built Worker, and checks its size. */
function checkWorker(): void {
  printShares(sharesOf(workerFolder, root));
  const text = textOf(workerFolder);
  const zipped = gzipLength(text);
  console.log(`Worker: ${kib(text.length)} minified, ${kib(zipped)} gzip (limit ${kib(limit)})`);
  if (zipped > limit) throw new UserError('the Worker is over its limit.');
  const { bytes, ofNode } = loadedAtStart(workerFolder);
  console.log(
    `at start: ${kib(bytes)} of it are loaded (limit ${kib(startLimit)}), and node:${ofNode.join(', node:')}\n`,
  );
  if (bytes > startLimit) throw new UserError('the Worker loads too much at its start.');
  const slow = ofNode.filter((name) => !startModules.includes(name));
  if (slow.length > 0)
    throw new UserError(
      `the Worker loads node:${slow.join(', node:')} at its start: import it where it is used.`,
    );
}

/** Checks the size of a script for websites, and that its file is what its source builds. */
function checkScript(script: string, file: string, limit: number): void {
  const zipped = gzipLength(script);
  const name = path.basename(file);
  console.log(`${name}: ${script.length} bytes minified, ${zipped} gzip (limit ${limit})`);
  if (zipped > limit) throw new UserError(`${name} is over its limit.`);
  if (script !== readFileSync(file, 'utf8'))
    throw new UserError(`public/${name} is not what its source builds: run npm run build.`);
}

// npm run bundle: checks the size of the Worker, the tracker and the API documents, and prints what takes it.
await main(async () => {
  await buildWorker(workerFolder);
  checkWorker();

  checkScript(await buildTracker(), trackerFile, trackerLimit);
  checkScript(await buildWords(), wordsFile, wordsLimit);

  const docs = await zippedDocs();
  console.log(`/docs/: ${kib(docs)} gzip of script and style (limit ${kib(docsLimit)})`);
  if (docs > docsLimit) throw new UserError('the scripts of /docs/ are over their limit.');
  const { firstScripts, scripts, styles, scriptsOfPart } = await consoleSizes();
  console.log(
    `console: ${kib(firstScripts)} gzip of script for the first screen (limit ${kib(consoleLimits.firstScripts)}), ` +
      `${kib(scripts)} in all, in at most ${scriptsOfPart} files for a part (limit ${scriptsLimit}); ${kib(styles)} of style (limit ${kib(consoleLimits.styles)})`,
  );
  if (firstScripts > consoleLimits.firstScripts)
    throw new UserError('the scripts of the console are over their limit.');
  if (styles > consoleLimits.styles) throw new UserError('the styles of the console are over their limit.');
  if (scriptsOfPart > scriptsLimit) throw new UserError('a part of the console needs too many scripts.');
});
