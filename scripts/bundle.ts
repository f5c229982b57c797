import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { main, root, UserError } from './lib/settings.ts';
import { build } from './lib/wrangler.ts';

const limit = 150 * 1024;
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

// npm run bundle: what runs at the edge must earn its bytes.
await main(async () => {
  await build('dist');
  const bundle = readFileSync(path.join(root, 'dist/index.js'));
  const zipped = gzipSync(bundle, { level: 9 }).length;
  console.log(`bundle: ${kib(bundle.length)} minified, ${kib(zipped)} gzip (limit ${kib(limit)})`);
  if (zipped > limit) throw new UserError('the bundle is over its limit.');
});
