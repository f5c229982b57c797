import path from 'node:path';
import { buildDocs, docsSources } from '../../api-docs/build.ts';
import { writeLlms } from '../../api-docs/llms.ts';
import { cached } from '../lib/cache.ts';
import { placeFolder } from '../lib/files.ts';
import { root } from '../lib/settings.ts';
import { buildConsole, consoleSources } from './console.ts';
import { writeCsvColumns } from './csv-columns.ts';
import { writeMcpTools } from './mcp-tools.ts';
import { writeOpenApi } from './openapi.ts';
import { writeTracker } from './tracker.ts';

/** A folder of public/ that is built and is not in git. */
interface AssetFolder {
  name: string;
  /** Files and folders of the project. A change of one of them renews the folder. */
  sources: string[];
  /** Writes the files into an empty folder. */
  build: (folder: string) => Promise<void>;
}

/**
 * The folders of public/ that are not in git, one line each. Their header fields stand in public/_headers. A file whose
 * name has a hash of its content goes into `assets/`: browsers keep it for a year.
 */
const folders: AssetFolder[] = [
  { name: 'console', sources: consoleSources, build: buildConsole },
  { name: 'docs', sources: docsSources, build: buildDocs },
];

/** Brings the folders of public/ that are not in git up to date. Builds only those whose sources have changed. */
export async function placeAssetFolders(): Promise<void> {
  await Promise.all(
    folders.map(async ({ name, sources, build }) =>
      placeFolder(await cached(name, sources, build), path.join(root, 'public', name)),
    ),
  );
}

/**
 * Writes everything under public/ that is made from sources: the files in git, and the folders that are not. `client`
 * writes the client, which is made from the first and is a source of the last.
 */
export async function writeAssets(client?: () => Promise<void>): Promise<void> {
  // First, because the others read it.
  writeOpenApi();
  writeCsvColumns();
  writeMcpTools();
  writeLlms();
  await client?.();
  await Promise.all([writeTracker(), placeAssetFolders()]);
}
