import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import * as client from '#footfall/client';
import { root } from '../processes.ts';

/** The code of an application that imports these names of the client, as a bundler ships it. */
async function bundleOf(names: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names.join(', ')} } from '#footfall/client'`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    absWorkingDir: path.join(root),
  });
  return outputFiles[0]?.text ?? '';
}

test('five operations with problems, retries and pages of lists are at most 6.4 KB (gzip)', async () => {
  const operations = ['listPages', 'getPage', 'updatePage', 'createPersonLog', 'searchPersons'];
  const code = await bundleOf(['createFootfall', 'ifMatch', 'isProblem', 'paginate', ...operations]);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(6400);
});

test('docs/developers/client.md says what a bundler measures, for its example and for all operations', async () => {
  const document = readFileSync(path.join(root, 'docs/developers/client.md'), 'utf8');
  const [, example = '', all = ''] =
    /takes (\d\.\d) KB \(compressed\) with the operations of this example, and (\d+\.\d) with all/.exec(
      document,
    ) ?? [];
  const [, used = ''] = /import \{ (.+) \} from '@footfall\/client'/.exec(document) ?? [];
  for (const [stated, names] of [
    [example, used.split(', ')],
    [all, Object.keys(client)],
  ] as const) {
    const kilobytes = gzipSync(await bundleOf(names), { level: 9 }).length / 1000;
    expect(Math.abs(Number(stated) - kilobytes), `${stated} KB, measured ${kilobytes}`).toBeLessThan(0.1);
  }
});

test('a bundle has only the operations that are used', async () => {
  const code = await bundleOf(['createFootfall', 'listPages']);
  expect(code).toContain('"/v0/pages"');
  expect(code).not.toContain('/v0/topics');
  expect(await bundleOf(['isProblem'])).not.toContain('/v0/');
});

test('docs/developers/client.md says what verifyWebhook takes, and only the bundles that use it have it', async () => {
  const document = readFileSync(path.join(root, 'docs/developers/client.md'), 'utf8');
  const [, stated = ''] = /needs no client, and takes (\d\.\d) KB \(compressed\)/.exec(document) ?? [];
  const code = await bundleOf(['verifyWebhook', 'WebhookError']);
  const kilobytes = gzipSync(code, { level: 9 }).length / 1000;
  expect(Math.abs(Number(stated) - kilobytes), `${stated} KB, measured ${kilobytes}`).toBeLessThan(0.1);
  expect(code).toContain('webhook-signature');
  expect(code).not.toContain('/v0/');
  const { verifyWebhook, WebhookError, ...others } = client;
  expect(await bundleOf(Object.keys(others))).not.toMatch(/webhook-signature|whsec_/);
});
