import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { main, root, UserError } from './lib/settings.ts';

const all = [
  '.',
  'test',
  'src/visits/tracker',
  'packages/client',
  'packages/website',
  'console',
  'test/node/console',
];
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
/** What tsc has found of each project, so that it checks again only what a change concerns. */
const cache = path.join(root, 'node_modules/.cache/types');

// npm run types: checks the types of all projects, or of those that are named.
await main(() => {
  mkdirSync(cache, { recursive: true });
  const named = process.argv.slice(2);
  for (const project of named.length > 0 ? named : all) {
    const known = path.join(cache, `${project.replaceAll('/', '-')}.tsbuildinfo`);
    // Threads of tsc infer the same types again: one takes half of the CPU time, and other checks run beside it.
    const args = [
      tsc,
      '--noEmit',
      '-p',
      project,
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      known,
    ];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new UserError(`${project} has errors of types.`);
  }
  return Promise.resolve();
});
