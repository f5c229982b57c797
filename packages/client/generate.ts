import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

/** Writes the code that hey-api makes of public/openapi.json into a folder, and removes all else from it. */
export async function generate(folder: string): Promise<void> {
  await createClient({
    input: path.join(import.meta.dirname, '../../public/openapi.json'),
    logs: { level: 'silent', file: false },
    output: {
      path: folder,
      entryFile: false,
      // The hand-written files are checked more strictly than what hey-api writes.
      header: ['// Made by npm run build of public/openapi.json. Do not change it.', '// @ts-nocheck', ''],
      importFileExtension: '.ts',
    },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true },
      '@hey-api/typescript',
      // No default client and no key here: src/create.ts makes the one and sends the other.
      { name: '@hey-api/sdk', auth: false, client: false },
    ],
  });
  // What is written into a query is text, so true and 'true' are the same.
  const types = path.join(folder, 'types.gen.ts');
  const text = readFileSync(types, 'utf8');
  writeFileSync(types, text.replaceAll(/\?: ((?:'0' \| '1' \| )?'true' \| 'false');/g, '?: boolean | $1;'));
}

if (import.meta.main) await generate(path.join(import.meta.dirname, 'src/generated'));
