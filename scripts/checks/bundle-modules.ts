import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** The share of an npm package, or of a folder of src/, in a bundle. */
export interface Module {
  name: string;
  /** Bytes of the minified bundle. */
  minified: number;
  /** The bytes that the gzip of the bundle loses when this module is removed. */
  gzip: number;
}

interface Metafile {
  inputs: Record<string, { imports: { path: string; kind: string }[] }>;
  outputs: Record<string, { entryPoint?: string; inputs: Record<string, { bytesInOutput: number }> }>;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The size of a text after gzip, in bytes. */
export const gzipLength = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length;

/** The module of an input file: the innermost npm package of its path, or its folder of src/. */
export function moduleOf(input: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
  return name ?? /^src\/[^/]+(?=\/)/.exec(input)?.[0] ?? path.dirname(input);
}

/** The absolute paths of the sources in a source map. wrangler's `sourceRoot` is ignored. */
const sourcesIn = (file: string, { sources }: SourceMapPayload): string[] =>
  sources.map((source) => path.resolve(path.dirname(file), source));

/**
 * The module of each source that the bundle's source map may name: an input file or, if a package has source maps, a
 * source of an input file.
 */
function modulesBySource(root: string, inputs: string[]): Map<string, string> {
  const modules = new Map<string, string>();
  for (const input of inputs) {
    const file = path.join(root, input);
    const map = `${file}.map`;
    const origins = existsSync(map) ? sourcesIn(map, read(map)) : [];
    for (const source of [file, ...origins]) modules.set(source, moduleOf(input));
  }
  return modules;
}

/** The text of a bundle in pieces, each with its source. The source is undefined before the first mapping. */
function* piecesOf(bundle: string): Generator<{ source: string | undefined; text: string }> {
  const payload = read<SourceMapPayload>(`${bundle}.map`);
  const absolute = new Map(
    sourcesIn(`${bundle}.map`, payload).map((source, index) => [payload.sources[index], source]),
  );
  const map = new SourceMap(payload);
  const lines = readFileSync(bundle, 'utf8').split(/(?<=\n)/);
  for (const [row, line] of lines.entries()) {
    let piece: { source: string | undefined; start: number } = { source: undefined, start: 0 };
    for (let column = 0; column < line.length; column++) {
      const entry = map.findEntry(row, column);
      const source = 'originalSource' in entry ? absolute.get(entry.originalSource) : undefined;
      if (source === piece.source) continue;
      yield { source: piece.source, text: line.slice(piece.start, column) };
      piece = { source, start: column };
    }
    yield { source: piece.source, text: line.slice(piece.start) };
  }
}

/** What a metafile says of a bundle. */
function outputOf({ outputs }: Metafile, bundle: string, root: string) {
  const found = Object.entries(outputs).find(([output]) => path.resolve(root, output) === bundle)?.[1];
  if (!found) throw new Error(`the metafile says nothing of ${bundle}`);
  return found;
}

/**
 * The bytes of a minified bundle that are evaluated when it is loaded. What only `import()` names is evaluated on call:
 * esbuild wraps each such file in a function.
 */
export function evaluatedAtStart(bundle: string, metafile: string, root: string): number {
  const meta = read<Metafile>(metafile);
  const { entryPoint = '', inputs } = outputOf(meta, bundle, root);
  const reached = new Set<string>();
  const visit = (input: string) => {
    if (reached.has(input)) return;
    reached.add(input);
    for (const { path: to, kind } of meta.inputs[input]?.imports ?? [])
      if (kind !== 'dynamic-import') visit(to);
  };
  visit(entryPoint);
  return [...reached].reduce((sum, input) => sum + (inputs[input]?.bytesInOutput ?? 0), 0);
}

/** The modules of a bundle, from its source map and its metafile, largest gzip first. */
export function modulesOf(bundle: string, metafile: string, root: string): Module[] {
  const { inputs } = outputOf(read(metafile), bundle, root);
  const minified = new Map<string, number>();
  for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
    minified.set(moduleOf(input), (minified.get(moduleOf(input)) ?? 0) + bytesInOutput);
  }
  const modules = modulesBySource(root, Object.keys(inputs));
  const pieces = [...piecesOf(bundle)].map(({ source = '', text }) => ({
    module: modules.get(source),
    text,
  }));
  const lost = pieces.reduce((sum, { module, text }) => sum + (module === undefined ? text.length : 0), 0);
  if (lost > 1000)
    throw new Error(`${bundle}: the source map does not say where ${lost} characters are from`);
  const without = (name: string) =>
    gzipLength(pieces.map(({ module, text }) => (module === name ? '' : text)).join(''));
  const whole = gzipLength(readFileSync(bundle, 'utf8'));
  return [...minified]
    .map(([name, bytes]) => ({ name, minified: bytes, gzip: whole - without(name) }))
    .sort((a, b) => b.gzip - a.gzip);
}
