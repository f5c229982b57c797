import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the pages under /docs/ are made from. */
export const docsSources = ['scripts/lib/docs.ts'];

/** Writes the pages under /docs/ into a folder. */
export async function buildDocs(folder: string): Promise<void> {
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Footfall API</title><p><a href="/openapi.json">OpenAPI document</a></p></html>\n',
  );
}
