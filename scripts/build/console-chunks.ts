import path from 'node:path';
import type { Metafile } from 'esbuild';

/** A script that several entries need: its outputs, their bytes after gzip, and the entries. */
interface Shared {
  outputs: string[];
  bytes: number;
  entries: Set<string>;
}

/** How many scripts an entry should import at most, beside itself and what the first screen has. */
const most = 4;
/** What a request costs, in bytes that take as long. */
const request = 250;
/** What two scripts have fewer bytes after gzip when they are one. */
const saved = 100;
/** How many pairs are tried at each step: the cheapest, without what their scripts need. */
const tried = 20;

/** Adds the outputs that an output needs before it runs, and itself. */
export function neededBy(
  name: string,
  outputs: Metafile['outputs'],
  needed = new Set<string>(),
): Set<string> {
  if (needed.has(name)) return needed;
  needed.add(name);
  for (const { path: imported, kind } of outputs[name]?.imports ?? [])
    if (kind === 'import-statement') neededBy(imported, outputs, needed);
  return needed;
}

/** What it costs to make two scripts one, in bytes of all entries: what an entry loads in vain, less the requests. */
function costOf(a: Shared, b: Shared): number {
  const both = a.entries.intersection(b.entries).size;
  return a.bytes * (b.entries.size - both) + b.bytes * (a.entries.size - both) - request * both;
}

const merged = (a: Shared, b: Shared): Shared => ({
  outputs: [...a.outputs, ...b.outputs],
  bytes: a.bytes + b.bytes - saved,
  entries: a.entries.union(b.entries),
});

/** The scripts of which each entry has the whole of what its scripts need, where it would otherwise have a part. */
function completed(scripts: Shared[], needs: ReadonlyMap<string, Set<string>>): Shared[] {
  const own = scripts.map((script) => ({ ...script }));
  const of = new Map(own.flatMap((script) => script.outputs.map((name) => [name, script] as const)));
  const pairs = own.flatMap((script) => {
    const needed = script.outputs.flatMap((name) => [...(needs.get(name) ?? [])]);
    return [...new Set(needed.flatMap((name) => of.get(name) ?? []))].map((other) => ({ script, other }));
  });
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { script, other } of pairs) {
      if (script.entries.isSubsetOf(other.entries)) continue;
      other.entries = other.entries.union(script.entries);
      isChanged = true;
    }
  }
  return own;
}

/** What all entries load, in bytes. */
const totalOf = (scripts: Shared[]): number =>
  scripts.reduce((sum, { bytes, entries }) => sum + (bytes + request) * entries.size, 0);

const countOf = (scripts: Shared[], entry: string): number =>
  scripts.filter((script) => script.entries.has(entry)).length;

/** How many scripts too many the entries import. */
const excessOf = (scripts: Shared[], entries: string[]): number =>
  entries.reduce((sum, entry) => sum + Math.max(countOf(scripts, entry) - most, 0), 0);

/** Makes the two scripts one that are best made one. Undefined when no entry has too many, and none has more than it costs. */
function withFewer(
  scripts: Shared[],
  entries: string[],
  needs: ReadonlyMap<string, Set<string>>,
): Shared[] | undefined {
  const [total, excess] = [totalOf(scripts), excessOf(scripts, entries)];
  const heavy = new Set(entries.filter((entry) => countOf(scripts, entry) > most));
  const pairs = scripts.flatMap((a, at) =>
    scripts.slice(at + 1).map((b) => {
      const helped = a.entries.intersection(b.entries).intersection(heavy).size;
      return { a, b, cost: costOf(a, b), helped };
    }),
  );
  const likely = pairs
    .filter(({ cost, helped }) => cost < 0 || helped > 0)
    .toSorted((one, other) => one.cost / (one.helped || 1) - other.cost / (other.helped || 1))
    .slice(0, tried);
  let best: { scripts: Shared[]; cost: number } | undefined;
  for (const { a, b } of likely) {
    const others = scripts.filter((script) => script !== a && script !== b);
    const after = completed([...others, merged(a, b)], needs);
    const helped = excess - excessOf(after, entries);
    const more = totalOf(after) - total;
    if (more >= 0 && helped <= 0) continue;
    const cost = more < 0 ? more : more / helped;
    if (!best || cost < best.cost) best = { scripts: after, cost };
  }
  return best?.scripts;
}

/**
 * Which modules each entry should import besides its own, so that esbuild writes fewer scripts. It writes one for each set
 * of entries that share something, which were up to 39 for a screen. `first` has the outputs of the first screen, and
 * `sizes` the bytes of each output after gzip. Entries are named as in the metafile.
 */
export function togetherIn(
  { outputs }: Metafile,
  first: ReadonlySet<string>,
  sizes: ReadonlyMap<string, number>,
): Map<string, string[]> {
  const later = Object.keys(outputs).filter((name) => name.endsWith('.js') && !first.has(name));
  const needs = new Map(later.map((name) => [name, neededBy(name, outputs)]));
  const entries = later.filter((name) => outputs[name]?.entryPoint);
  let scripts = later
    .map((name) => ({
      outputs: [name],
      bytes: sizes.get(name) ?? 0,
      entries: new Set(entries.filter((entry) => needs.get(entry)?.has(name))),
    }))
    .filter((script) => script.entries.size > 1);
  for (let fewer: Shared[] | undefined = scripts; fewer; fewer = withFewer(scripts, entries, needs))
    scripts = fewer;
  const modulesOf = (name: string) => Object.keys(outputs[name]?.inputs ?? {});
  return new Map(
    entries.map((entry) => [
      outputs[entry]?.entryPoint ?? '',
      scripts
        .filter((script) => script.outputs.length > 1 && script.entries.has(entry))
        .flatMap((script) => script.outputs.flatMap(modulesOf)),
    ]),
  );
}

/** How an entry imports a module that the metafile names. */
export const importOf = (module: string, root: string): string | undefined => {
  if (module.startsWith('operation:')) return module.slice('operation:'.length);
  return /^later:|^node_modules/.test(module) ? undefined : path.join(root, module);
};
