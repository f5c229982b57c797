import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { main, root, UserError } from './lib/settings.ts';
import { buildTracker, trackerFile } from './lib/tracker.ts';
import { build } from './lib/wrangler.ts';

const limit = 150 * 1024;
const trackerLimit = 3000;
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

// npm run bundle: what runs at the edge, and in every visitor's browser, must earn its bytes.
await main(async () => {
  await build('dist');
  const bundle = readFileSync(path.join(root, 'dist/index.js'));
  const zipped = gzipSync(bundle, { level: 9 }).length;
  console.log(`bundle: ${kib(bundle.length)} minified, ${kib(zipped)} gzip (limit ${kib(limit)})`);
  if (zipped > limit) throw new UserError('the bundle is over its limit.');

  const tracker = await buildTracker();
  const zippedTracker = gzipSync(tracker, { level: 9 }).length;
  console.log(`visit.js: ${tracker.length} bytes minified, ${zippedTracker} gzip (limit ${trackerLimit})`);
  if (zippedTracker > trackerLimit) throw new UserError('visit.js is over its limit.');
  if (tracker !== readFileSync(trackerFile, 'utf8'))
    throw new UserError('public/visit.js is not what its source builds: run npm run build.');
});
