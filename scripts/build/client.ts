import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { generate } from '../../packages/client/generate.ts';
import { root } from '../lib/settings.ts';

const folder = path.join(root, 'packages/client');

/** Writes the code of the client that is made of the OpenAPI document, and compiles the client into its dist/. */
export async function writeClient(): Promise<void> {
  await generate(path.join(folder, 'src/generated'));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', path.join(folder, 'tsconfig.build.json')]);
}
