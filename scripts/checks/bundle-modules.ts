import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** The share of an npm package, or of a folder of src/, in a build. */
export interface Share {
  name: string;
  /** Bytes of the minified build. */
  minified: number;
  /** The bytes that the gzip of the build loses without it. */
  gzip: number;
}

/** The size of a text after gzip, in bytes. */
export const gzipLength = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length;

/** What an input file belongs to: the innermost npm package of its path, or its folder of src/. */
export function ownerOf(input: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
  return name ?? /^src\/[^/]+(?=\/)/.exec(input)?.[0] ?? path.dirname(input);
}

/** The text of a built module in pieces, each with its input file. It is undefined where the source map has none. */
function* piecesOf(file: string, root: string): Generator<{ input: string | undefined; text: string }> {
  const code = readFileSync(file, 'utf8');
  // A module that only names another has no map.
  if (!code.includes('sourceMappingURL')) return yield { input: undefined, text: code };
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  for (const [row, line] of code.split(/(?<=\n)/).entries()) {
    let piece: { source: string | undefined; start: number } = { source: undefined, start: 0 };
    const end = (column: number) => ({
      input: piece.source && path.relative(root, path.resolve(path.dirname(file), piece.source)),
      text: line.slice(piece.start, column),
    });
    for (let column = 0; column < line.length; column++) {
      const entry = map.findEntry(row, column);
      const source = 'originalSource' in entry ? entry.originalSource : undefined;
      if (source === piece.source) continue;
      yield end(column);
      piece = { source, start: column };
    }
    yield end(line.length);
  }
}

/** The modules of a build. */
export const modulesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.join(folder, file));

/** The text of all modules of a build. */
export const textOf = (folder: string): string =>
  modulesOf(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('');

/** What a build consists of, from its source maps, largest gzip first. */
export function sharesOf(folder: string, root: string): Share[] {
  const pieces = modulesOf(folder)
    .flatMap((file) => [...piecesOf(file, root)])
    .map(({ input, text }) => ({ owner: input === undefined ? undefined : ownerOf(input), text }));
  const minified = new Map<string, number>();
  for (const { owner, text } of pieces)
    if (owner !== undefined) minified.set(owner, (minified.get(owner) ?? 0) + Buffer.byteLength(text));
  const without = (name: string) =>
    gzipLength(pieces.map(({ owner, text }) => (owner === name ? '' : text)).join(''));
  const whole = gzipLength(textOf(folder));
  return [...minified]
    .map(([name, bytes]) => ({ name, minified: bytes, gzip: whole - without(name) }))
    .sort((a, b) => b.gzip - a.gzip);
}

/** What a build loads at its start, its first module and those that it names with `import … from`: their bytes, and modules of Node. */
export function loadedAtStart(folder: string): { bytes: number; ofNode: string[] } {
  const loaded = new Map<string, string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    const code = readFileSync(path.join(folder, name), 'utf8');
    loaded.set(name, code);
    for (const [, other = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) load(other);
  };
  load('index.js');
  const text = [...loaded.values()].join('');
  const ofNode = new Set([...text.matchAll(/(?:from|import)"node:([^"]+)"/g)].map(([, name = '']) => name));
  return { bytes: Buffer.byteLength(text), ofNode: [...ofNode].sort() };
}
