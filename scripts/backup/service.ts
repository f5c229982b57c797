import { setTimeout as sleep } from 'node:timers/promises';
import { storedKey } from '../../demo/keys.ts';
import type { ExportEnded, Restore } from '../../src/backup/schemas.ts';
import { advanceRestore } from '../../src/backup/store/advance.ts';
import { beginRestore, receiveLines } from '../../src/backup/store/create.ts';
import { giveUpRestore } from '../../src/backup/store/delete.ts';
import { endExport } from '../../src/backup/store/end.ts';
import { exportLines } from '../../src/backup/store/export.ts';
import type { Batches } from '../../src/backup/store/internal.ts';
import { getRestore } from '../../src/backup/store/restore.ts';
import { FootfallError } from '../../src/lib/errors.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { version } from '../../src/vocabulary/version.ts';
import { bindingOf, withDatabases } from '../d1/databases.ts';
import { addressOf } from '../keys/sign-in-link.ts';
import { UserError } from '../lib/settings.ts';
import type { Target } from '../lib/wrangler.ts';
import { stateDir } from '../state/dir.ts';

/** What exports and restores ask: the databases of the state folder, or a service by its API. */
export interface Service {
  exportLines: (cursor: string | undefined) => Promise<string>;
  /** Returns whether all of the export is gone. */
  endExport: (exportId: string) => Promise<boolean>;
  /** The restore that runs, or the last one. Undefined if there never was one. */
  getRestore: () => Promise<Restore | undefined>;
  beginRestore: (header: Header, hasKeys: boolean) => Promise<Restore>;
  receiveLines: (after: number, lines: string) => Promise<Restore>;
  advance: () => Promise<Restore>;
  giveUp: () => Promise<Restore>;
}

/** The first line of an export. */
export interface Header {
  footfall: {
    format: number;
    exportId: string;
    fingerprint: string;
    schema: string;
    workspace: string;
    release: string;
    tables: Record<string, string[]>;
  };
}

/** The options of commands that read or write a workspace. */
export const serviceOptions = {
  workspace: { type: 'string' },
  env: { type: 'string' },
  remote: { type: 'boolean' },
  address: { type: 'string' },
} as const;

export type ServiceValues = Target & { workspace?: string; address?: string };

/** A database as a service. */
export const serviceOn = (db: Batches, workspace: string): Service => ({
  exportLines: (cursor) =>
    exportLines(db, cursor, { release: version, workspace, fingerprint: schemaFingerprint }),
  endExport: (exportId) => endExport(db, exportId),
  getRestore: () =>
    getRestore(db).catch((error: unknown) => {
      if (error instanceof FootfallError && error.code === 'restore_not_found') return undefined;
      throw error;
    }),
  beginRestore: (header, hasKeys) => {
    const { fingerprint, format, tables } = header.footfall;
    return beginRestore(
      db,
      { header: JSON.stringify(header), fingerprint, format, tables, hasKeys },
      schemaFingerprint,
    );
  },
  receiveLines: (after, lines) => receiveLines(db, after, lines),
  advance: () => advanceRestore(db),
  giveUp: () => giveUpRestore(db),
});

/** How often a request is sent that a service does not answer, and the pause after the first time, in milliseconds. */
const [attempts, pause] = [8, 500];
/** How long an answer may take, in milliseconds. */
const longest = 120_000;

/** A service by its API. Requests are sent again after an outage: each may be repeated. */
function serviceAt(address: string, key: string): Service {
  const once = async (method: string, path: string, body?: { type: string; text: string }) => {
    const response = await fetch(`${address}/v0${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.text }),
      signal: AbortSignal.timeout(longest),
    });
    return { response, text: await response.text() };
  };
  const ask = async (...request: Parameters<typeof once>): Promise<string> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(...request).catch((error: Error) => error);
      if (!(answer instanceof Error)) {
        const { response, text } = answer;
        if (response.ok) return text;
        if (response.status < 500 && response.status !== 429) throw problemOf(text, response.status);
        if (attempt === attempts) throw problemOf(text, response.status);
      } else if (attempt === attempts)
        throw new UserError(
          `nothing answers on ${address}: ${answer.message}. Run the same command again to go on.`,
        );
      await sleep(pause * 2 ** (attempt - 1));
    }
  };
  const json = (value: unknown) => ({ type: 'application/json', text: JSON.stringify(value) });
  const restore = async (...request: Parameters<typeof once>) => JSON.parse(await ask(...request)) as Restore;
  return {
    exportLines: (cursor) => ask('GET', cursor === undefined ? '/export' : `/export?cursor=${cursor}`),
    endExport: async (exportId) => {
      const { isEnded } = JSON.parse(await ask('DELETE', `/export?exportId=${exportId}`)) as ExportEnded;
      return isEnded;
    },
    getRestore: () =>
      restore('GET', '/restore').catch((error: unknown) => {
        if (error instanceof FootfallError && error.code === 'restore_not_found') return undefined;
        throw error;
      }),
    beginRestore: (header, keys) => restore('POST', '/restore', json({ header, keys })),
    receiveLines: (after, lines) =>
      restore('POST', `/restore/lines?after=${after}`, { type: 'application/x-ndjson', text: lines }),
    advance: () => restore('POST', '/restore/advance', json({})),
    giveUp: () => restore('DELETE', '/restore'),
  };
}

/** The error in an answer. */
function problemOf(text: string, status: number): Error {
  try {
    const { code, detail, title, ...members } = JSON.parse(text) as {
      code: never;
      detail?: string;
      title: string;
    };
    return new FootfallError(code, detail ?? title, members);
  } catch {
    return new UserError(`the service answers ${status}: ${text.slice(0, 200)}`);
  }
}

/** Opens what exports and restores ask while `use` runs. What the service refuses becomes a UserError. */
export async function withService<T>(
  values: ServiceValues,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  try {
    if (values.address === undefined && !values.remote)
      return await withDatabases(values, (databases) => {
        const binding = bindingOf(databases, values.workspace);
        const db: Batches = { batch: (statements) => databases.batch(binding, statements) };
        return use(serviceOn(db, values.workspace ?? 'main'));
      });
    const address = await addressOf(values.address, values);
    const key = process.env.API_KEY || (values.remote ? undefined : storedKey(stateDir()));
    if (!key) throw new UserError('set API_KEY to a key of the workspace with the scope admin.');
    return await use(serviceAt(address, key));
  } catch (error) {
    throw error instanceof FootfallError ? new UserError(error.message) : error;
  }
}
