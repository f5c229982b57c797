import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprintOf, type SchemaRow } from '../../src/schema/check.ts';
import { root } from '../lib/settings.ts';
import { databaseOf, definitionsOf, hashOf } from './landed.ts';
import { type Migration, migrations } from './migrations.ts';
import { repairsOf } from './repairs.ts';

/** Commits one after the other with the same migrations, as test/fixtures/migration-history.json names them. */
export interface Span {
  first: string;
  /** Undefined for the commits since which no migration has been edited. */
  last?: string;
  commits?: number;
  /** The SHA-256 of each migration that the commits before did not have, or had with another text; null: gone. */
  changes: Record<string, string | null>;
}

export const historyFile = path.join(root, 'test/fixtures/migration-history.json');
/** A folder for each commit that first had a text which is not in drizzle/ any more. */
export const earlierFolder = path.join(root, 'test/fixtures/migrations');
export const schemasFile = path.join(root, 'scripts/d1/earlier-schemas.json');

export const readHistory = (): Span[] => JSON.parse(readFileSync(historyFile, 'utf8')) as Span[];

/** A migration, and the folder that has it: of test/fixtures/migrations/, or `drizzle`. */
interface Source extends Migration {
  folder: string;
}

/** The migrations of the commits of each span, in order. Throws an Error for a text that no file has. */
export function migrationsOfSpans(spans: Span[]): { span: Span; files: Source[] }[] {
  const earlier = readdirSync(earlierFolder).flatMap((folder) =>
    migrations(path.join(earlierFolder, folder)).map((file) => ({ ...file, folder })),
  );
  const sources = new Map<string, Source>();
  for (const file of [...earlier, ...migrations().map((file) => ({ ...file, folder: 'drizzle' }))])
    sources.set(`${file.name} ${hashOf(file.text)}`, file);
  const hashes = new Map<string, string>();
  return spans.map((span) => {
    for (const [name, hash] of Object.entries(span.changes)) {
      if (hash === null) hashes.delete(name);
      else hashes.set(name, hash);
    }
    const files = [...hashes].sort().map(([name, hash]) => {
      const source = sources.get(`${name} ${hash}`);
      if (!source) throw new Error(`no file has the text of ${name} in ${span.first}: ${hash}`);
      return source;
    });
    return { span, files };
  });
}

/** A database that some commits have migrated. */
interface State {
  applied: string[];
  /** What was run: migrations and repairs. */
  texts: string[];
  definitions: SchemaRow[];
  fingerprint: string;
  /** The states that follow, by the text that is run next. */
  next: Map<string, State>;
}

/** All states that were found, each once: states with the same migrations and the same schema are one. */
class States {
  readonly #all = new Map<string, State>();
  /** The database that was changed last, which is often the one that is changed next. */
  #open = { texts: [] as string[], database: databaseOf([]) };

  constructor() {
    this.#note([]);
  }

  get all(): State[] {
    return [...this.#all.values()];
  }

  /** The state after one more text: a migration of this name, or a repair. Each is run only once. */
  after(state: State, text: string, name?: string): State {
    const known = state.next.get(text);
    if (known) return known;
    if (this.#open.texts.join() !== state.texts.join()) this.#reopen(state);
    this.#open.database.exec(text);
    this.#open.texts.push(text);
    const next = this.#note(name === undefined ? state.applied : [...state.applied, name]);
    state.next.set(text, next);
    return next;
  }

  #reopen({ texts }: State): void {
    this.#open.database.close();
    this.#open = { texts: [...texts], database: databaseOf([]) };
    for (const text of texts) this.#open.database.exec(text);
  }

  #note(applied: string[]): State {
    const definitions = definitionsOf(this.#open.database);
    const fingerprint = fingerprintOf(definitions);
    const name = `${applied} ${fingerprint}`;
    const known = this.#all.get(name);
    if (known) return known;
    const state = { applied, texts: [...this.#open.texts], definitions, fingerprint, next: new Map() };
    this.#all.set(name, state);
    return state;
  }
}

/**
 * The fingerprints that a database may have where they differ from those of drizzle/, by the migration that was applied
 * last. A database is made by any commit and migrated by any later ones, each of which may have stopped at any point.
 */
export function earlierSchemas(spans: Span[]): Record<string, string[]> {
  const newest = migrations();
  const states = new States();
  for (const files of [...migrationsOfSpans(spans).map(({ files }) => files), newest]) {
    for (const first of states.all) {
      let state = first;
      const missing = files.filter(({ name }) => !first.applied.includes(name));
      if (missing.length > 0 && files === newest)
        for (const repair of repairsOf(state.definitions, state.applied)) state = states.after(state, repair);
      for (const { name, text } of missing) state = states.after(state, text, name);
    }
  }
  const found = new Map<string, Set<string>>();
  for (const { applied, fingerprint } of states.all) {
    const last = applied.at(-1) ?? '';
    found.set(last, (found.get(last) ?? new Set()).add(fingerprint));
  }
  const database = databaseOf([]);
  const own = new Map(
    newest.map(({ name, text }) => {
      database.exec(text);
      return [name, fingerprintOf(definitionsOf(database))];
    }),
  );
  database.close();
  return Object.fromEntries(
    [...found]
      .map(
        ([last, all]) =>
          [last, [...all].filter((one) => last !== '' && one !== own.get(last)).sort()] as const,
      )
      .filter(([, others]) => others.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
