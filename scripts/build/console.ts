import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { countBy, partition } from 'es-toolkit';
import { type BuildOptions, build, context, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import openProps from 'open-props';
import { gzipLength } from '../checks/bundle-modules.ts';
import { root } from '../lib/settings.ts';
import { importOf, neededBy, togetherIn } from './console-chunks.ts';
import { documentedWords, undocumented } from './undescribed.ts';

/** What the console is built from. */
export const consoleSources = [
  'console',
  'packages/client/src',
  'src/lib',
  'src/vocabulary',
  'scripts/build/console.ts',
  'scripts/build/console-chunks.ts',
  'scripts/build/undescribed.ts',
];

/** The folder that is served at /console/. */
export const consoleFolder = path.join(root, 'public/console');

/** The namespace of scripts that are loaded when they are first used. */
const later = 'later';

const scales = Object.entries(openProps).map(([name, value]) => [name, String(value)] as const);
const tokens = path.join(root, 'console/src/styles/tokens.css');

/** The lengths that tokens.css declares once, and not otherwise for phones. */
const lengthsOf = (style: string) =>
  [...style.matchAll(/^ +(--[\w-]+): ([\d.]+(?:rem|px));$/gm)]
    .map(([, name = '', value = '']) => [name, value] as const)
    .filter(([name]) => style.split(`${name}:`).length === 2);

/** Writes custom properties that have one value where they are used: scales of Open Props, and lengths of tokens.css. */
const valuesInPlace: Plugin = {
  name: 'values-in-place',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
      const [style, declared] = await Promise.all([readFile(file, 'utf8'), readFile(tokens, 'utf8')]);
      const values = new Map([...scales, ...lengthsOf(declared)]);
      const inPlace = (text: string): string =>
        text.replace(/var\((--[\w-]+)\)/g, (use, name) => {
          const value = values.get(name);
          return value === undefined ? use : inPlace(value);
        });
      const contents = inPlace(style)
        // `#/parts` shows the sizes of text by their names.
        .replace(/^ +(--(?!text-)[\w-]+): .*\n/gm, (line, name) =>
          file === tokens && values.has(name) ? '' : line,
        );
      return { contents, loader: 'css' };
    });
  },
};

/** Leaves out what nothing here calls, and a bundler keeps. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup: ({ onLoad }) => {
    // The API has no streams of events.
    onLoad({ filter: /serverSentEvents\.gen\.ts$/ }, () => ({
      contents: 'export const createSseClient = undefined;',
    }));
    onLoad({ filter: documentedWords }, async ({ path: file }) => ({
      contents: undocumented(await readFile(file, 'utf8')).toString(),
      loader: 'ts',
    }));
    // Bars, steps, splines and tables are members of uPlot, with which it draws no line.
    onLoad({ filter: /uPlot\.esm\.js$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source.replace(/^uPlot\.assign = [\s\S]*(?=^export \{)/m, '');
      if (contents === source) throw new Error('uPlot has no members where they were: see its new version');
      return { contents };
    });
  },
};

const clientFolder = path.join(root, 'packages/client/src');
const importOfClient = /import \{([^}]*)\} from '@footfall\/client';/;

const namesIn = (source: string) =>
  importOfClient
    .exec(source)?.[1]
    ?.split(/,\s*/)
    .map((name) => name.trim()) ?? [];

/**
 * Makes a module of each operation of the generated client, and one of those that several files ask: each would be a script
 * of its own. esbuild keeps a module whole, so that the first screen would load what any screen asks.
 */
const operationsApart: Plugin = {
  name: 'operations-apart',
  setup: ({ onStart, onResolve, onLoad }) => {
    let operations = new Map<string, string>();
    let several: string[] = [];
    onStart(async () => {
      const source = await readFile(path.join(clientFolder, 'generated/sdk.gen.ts'), 'utf8');
      const parts = source.split(/^export const (?=\w)/m).slice(1);
      operations = new Map(parts.map((part) => [part.slice(0, part.indexOf(' ')), `export const ${part}`]));
      const files = globSync('console/src/**/*.{ts,tsx}', { cwd: root });
      const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
      const times = countBy(texts.flatMap(namesIn), (name) => name);
      several = [...operations.keys()].filter((name) => (times[name] ?? 0) > 1);
    });
    // The client's sources: dist/ may be old, or not be there.
    onResolve({ filter: /^@footfall\/client$/ }, () => ({ path: path.join(clientFolder, 'index.ts') }));
    onResolve({ filter: /^operation:/ }, ({ path: name }) => ({ path: name, namespace: 'operation' }));
    onLoad({ filter: /sdk\.gen\.ts$/ }, () => ({ contents: '' }));
    onLoad({ filter: /./, namespace: 'operation' }, ({ path: name }) => {
      const asked = name === 'operation:several' ? several : [name.slice('operation:'.length)];
      return { contents: asked.map((one) => operations.get(one)).join(''), loader: 'ts' };
    });
    onLoad({ filter: /\/console\/src\/.*\.tsx?$/, namespace: 'file' }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const [asked, others] = partition(namesIn(source), (name) => operations.has(name));
      const contents = source.replace(importOfClient, () => {
        const imports = asked.map(
          (name) => `import { ${name} } from 'operation:${several.includes(name) ? 'several' : name}';`,
        );
        return `import { ${others.join(', ')} } from '@footfall/client'; ${imports.join(' ')}`;
      });
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** Scripts that a screen loads at about the same time. Each group is one file. */
const groups: Record<string, string[]> = {
  first: ['screens/overview/overview.tsx', 'analytics/plot.tsx'],
  overview: [
    'screens/overview/audience-panel.tsx',
    'screens/overview/in-short.tsx',
    'screens/overview/latest.tsx',
    'screens/overview/pages-table.tsx',
    'screens/overview/running.tsx',
    'screens/overview/who-came.tsx',
  ],
  figures: ['analytics/note-form.tsx', 'analytics/notes.tsx', 'analytics/panel.tsx'],
  toolbar: [
    'analytics/compare-menu.tsx',
    'analytics/custom-range.tsx',
    'analytics/views-menu.tsx',
    'kit/more.tsx',
    'kit/share-dialog.tsx',
    'shell/sample-bar.tsx',
  ],
};
const inSource = (file: string) => path.join(root, 'console/src', file);
/** The group of each script that has one. */
const groupOf = new Map(
  Object.entries(groups).flatMap(([name, files]) => files.map((file) => [inSource(file), name] as const)),
);

/** What every part of the console shares with the first screen. */
const shared = ['console/src/app.tsx', 'console/src/screens/overview/overview.tsx'];

/**
 * Scripts that are loaded later import what the first screen has, which is there by then. So esbuild writes all of that
 * into one file. Otherwise it writes a file for each set of screens that share something: 28 at first, 6 KiB more after
 * gzip.
 */
const laterScripts = (together: ReadonlyMap<string, string[]>): Plugin => ({
  name: 'later-scripts',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^\./ }, async ({ path: name, kind, resolveDir, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      const found = await resolve(name, { kind: 'import-statement', resolveDir, importer });
      return { ...found, path: groupOf.get(found.path) ?? found.path, namespace: later };
    });
    onLoad({ filter: /./, namespace: later }, ({ path: file }) => ({
      contents: [
        ...[
          ...shared.map((part) => path.join(root, part)),
          ...(together.get(`${later}:${file}`) ?? []).flatMap((module) => importOf(module, root) ?? []),
        ].map((name) => `import ${JSON.stringify(name)};`),
        ...(groups[file]?.map(inSource) ?? [file]).map((name) => `export * from ${JSON.stringify(name)};`),
      ].join('\n'),
      resolveDir: root,
    }));
  },
});

/** esbuild writes nothing: `folder` only gives the outputs their paths. */
const optionsFor = (folder: string, together: ReadonlyMap<string, string[]> = new Map()) =>
  ({
    absWorkingDir: root,
    entryPoints: ['console/src/main.tsx', 'console/src/styles/index.css', 'console/icon.svg'],
    outdir: path.join(folder, 'assets'),
    entryNames: '[name].[hash]',
    chunkNames: 'chunk.[hash]',
    assetNames: '[name].[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [valuesInPlace, withoutUnused, operationsApart, laterScripts(together)],
  }) satisfies BuildOptions;

/** The scripts of the first screen. Each is loaded with what it imports. */
const firstScreen = ['console/src/main.tsx', `${later}:first`];

/** The outputs that the first screen loads. */
function firstScripts(outputs: Metafile['outputs']): Set<string> {
  const first = new Set<string>();
  for (const [name, { entryPoint = '' }] of Object.entries(outputs))
    if (firstScreen.includes(entryPoint)) neededBy(name, outputs, first);
  return first;
}

/** Builds twice: the first result says which modules should be one script in the second. */
async function buildInFewScripts(folder: string) {
  const { outputFiles, metafile } = await build(optionsFor(folder));
  const sizes = new Map(
    outputFiles.map(({ path: file, contents }) => [
      path.relative(root, file),
      gzipLength(Buffer.from(contents)),
    ]),
  );
  return build(optionsFor(folder, togetherIn(metafile, firstScripts(metafile.outputs), sizes)));
}

const preload = (output: string) => `<link rel="modulepreload" href="assets/${path.basename(output)}">`;

/** Writes the built files, and an index.html that names them. */
async function writeFiles(folder: string, files: OutputFile[], { outputs }: Metafile): Promise<void> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await Promise.all(files.map(({ path: file, contents }) => writeFile(file, contents)));
  const built = (entry: string) => {
    const [file] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    if (!file) throw new Error(`the build has no ${entry}`);
    return `assets/${path.basename(file)}`;
  };
  const html = readFileSync(path.join(root, 'console/index.html'), 'utf8')
    .replace('ICON', built('console/icon.svg'))
    .replace('STYLE', built('console/src/styles/index.css'))
    .replace('SCRIPT', built('console/src/main.tsx'))
    .replace('PRELOAD', [...firstScripts(outputs)].map(preload).join('\n    '));
  await writeFile(path.join(folder, 'index.html'), html);
}

/** Scripts that are no part of the console's document. Their names have no hash: what loads them names them. */
const apart = {
  // The service worker: browsers look at the same address for a newer one.
  tabs: 'console/src/sign-in/tabs-worker.ts',
  frame: 'console/src/screens/audience/website-frame.ts',
};

/** Writes those scripts, the document of the frame, and the flags. */
async function writeApart(folder: string): Promise<void> {
  await Promise.all([
    build({
      absWorkingDir: root,
      entryPoints: apart,
      outdir: folder,
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2024',
      charset: 'utf8',
    }),
    cp(path.join(root, 'console/frame.html'), path.join(folder, 'frame.html')),
    writeFlags(folder),
  ]);
}

/** Writes the console into a folder. The names of its scripts and styles have a hash of their content. */
export async function buildConsole(folder: string): Promise<void> {
  await writeApart(folder);
  const { outputFiles, metafile } = await buildInFewScripts(folder);
  await writeFiles(folder, outputFiles, metafile);
}

/** The flags of countries, by their codes: `flags/DE.svg`. */
const writeFlags = (folder: string): Promise<void> =>
  cp(path.join(root, 'node_modules/country-flag-icons/3x2'), path.join(folder, 'flags'), {
    recursive: true,
    filter: (file) => !/\.\w+$/.test(file) || file.endsWith('.svg'),
  });

/** Builds the console into a folder after every change of its sources. */
export async function watchConsole(folder: string): Promise<void> {
  const write: Plugin = {
    name: 'write',
    setup: ({ onEnd }) =>
      onEnd(async ({ errors, outputFiles = [], metafile }) => {
        if (errors.length === 0 && metafile) await writeFiles(folder, outputFiles, metafile);
      }),
  };
  const options = optionsFor(folder);
  await writeApart(folder);
  const watched = await context({ ...options, plugins: [...options.plugins, write], logLevel: 'warning' });
  await watched.watch();
}

/** Sizes in bytes after gzip. */
interface ConsoleSizes {
  /** What the first screen loads. */
  firstScripts: number;
  scripts: number;
  styles: number;
  /** How many scripts a part needs at most, with those of the first screen. */
  scriptsOfPart: number;
}

/** How large the console is. Scripts that are loaded when they are first used are not in `firstScripts`. */
export async function consoleSizes(): Promise<ConsoleSizes> {
  const { outputFiles, metafile } = await buildInFewScripts(path.join(root, 'dist/console'));
  const first = firstScripts(metafile.outputs);
  const sum = (wanted: (name: string) => boolean) =>
    outputFiles.reduce((bytes, { path: file, contents }) => {
      const name = path.relative(root, file);
      return wanted(name) ? bytes + gzipLength(Buffer.from(contents)) : bytes;
    }, 0);
  return {
    firstScripts: sum((name) => first.has(name)),
    scripts: sum((name) => name.endsWith('.js')),
    styles: sum((name) => name.endsWith('.css')),
    scriptsOfPart: Math.max(
      ...Object.keys(metafile.outputs).map((name) => first.union(neededBy(name, metafile.outputs)).size),
    ),
  };
}
