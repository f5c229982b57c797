import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, emptyStateDir, root } from './processes.ts';

afterAll(cleanUp);

/** Runs a command as somebody who has never logged in to Cloudflare, on a machine that reaches nothing. */
function withoutLogin(...args: string[]) {
  const home = emptyStateDir();
  const { PATH = '' } = process.env;
  const nowhere = 'http://127.0.0.1:9';
  const env = { PATH, HOME: home, XDG_CONFIG_HOME: home, HTTPS_PROXY: nowhere, HTTP_PROXY: nowhere };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const madeAt = () => statSync(path.join(root, 'public/openapi.json')).mtimeMs;

test.each([
  ['npm run deploy', ['scripts/deploy.ts']],
  ['npm run key -- list --remote', ['scripts/key.ts', 'list', '--remote']],
])('%s without a login says how to log in, before it does anything', (_, args) => {
  const before = madeAt();
  const { status, stdout, stderr } = withoutLogin(...args);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /(?:^|\n)footfall: .*run npx wrangler login first, or set CLOUDFLARE_API_TOKEN\.\n$/,
  );
  expect(madeAt()).toBe(before);
});
