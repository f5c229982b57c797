import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// docs/contributors/architecture.md and console/README.md define which files may import which. This test checks it: index
// imports app, app imports routes, and so on to store and db, never in the other direction.

const root = path.resolve(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\/tracker\/|\.d\.ts$/.test(file));
const consoleSources = globSync('console/src/**/*.{ts,tsx}', { cwd: root });

interface Import {
  from: string;
  to: string;
  /** Only types are imported: nothing is loaded. */
  isType: boolean;
}

/** The imports of some files, also those without names and those of scripts that are loaded later. */
const importsOf = (files: string[]): Import[] =>
  files.flatMap((from) =>
    Array.from(
      readFileSync(path.join(root, from), 'utf8').matchAll(
        /^(?:import|export) (type )?(?:[^;']*?from )?'(\.[^']+)';|import\('(\.[^']+)'\)/gms,
      ),
      ([, type, to, later = '']) => ({
        from,
        to: path.join(path.dirname(from), to ?? later),
        isType: type !== undefined,
      }),
    ),
  );
const imports = importsOf(sources);
const consoleImports = importsOf(consoleSources);

const quarters = 'people|content|analytics|visits|outbound|access';
/** The folder of a resource: `src/people/persons`, or `src/analytics` itself. */
const slice = `src/(?:${quarters})(?:/(?!tables/|store/|worker/|tracker/|middleware/|format/)[\\w-]+)?`;
const middleware = '(?:http|access|visits)/middleware/';
/** What middleware and routes call. */
const services = 'visits/beacons/(?:form-limit|deliver)\\.ts';

/** Groups of files, the lowest first. A file may import from its own group and from those before it. */
const rooms: [name: string, files: string][] = [
  ['lib', 'src/(?:lib|vocabulary)/'],
  ['deployment', 'src/config/'],
  [
    'rules of a slice',
    `(?!src/(?:${services}|${middleware}))${slice}/(?!routes|openapi)(?![\\w-]*schemas)(?:format/)?[\\w-]+\\.ts`,
  ],
  ['db', `src/(?:db|schema|(?:${quarters})/tables)/`],
  ['http', 'src/http/(?!openapi/|middleware/)'],
  ['schemas', `(?:${slice}|src/(?:health|backup))/[\\w-]*schemas\\.ts`],
  ['store', `(?:${slice}|src/(?:health|backup))/store/`],
  ['tasks', `${slice}/worker/`],
  ['services of a slice, and middleware', `src/(?:${middleware}|${services})`],
  ['the server of MCP', 'src/mcp/server/'],
  ['routes', `(?:${slice}|src/(?:health|backup|mcp))/routes\\.ts`],
  ['dispatch of queues and cron', 'src/worker/'],
  ['app', 'src/(?:app|index)\\.ts'],
  [
    'document, at build time',
    `src/(?:operations\\.ts|http/openapi/|mcp/schemas/)|(?:${slice}|src/(?:health|backup))/openapi\\.ts`,
  ],
];
const roomsOf = (file: string) =>
  rooms.flatMap(([, files], rank) => (new RegExp(`^(?:${files})`).test(file) ? [rank] : []));
const rankOf = (file: string) => roomsOf(file)[0] ?? Number.NaN;
const nameOf = (file: string) => rooms[rankOf(file)]?.[0];

test('every file is in one group', () => {
  expect(sources.filter((file) => roomsOf(file).length !== 1)).toEqual([]);
});

test('no file imports from a group after its own', () => {
  const back = imports
    // A type from a later group only describes values that are passed in. It loads nothing.
    .filter(({ from, to, isType }) => rankOf(to) > rankOf(from) && !isType)
    .map(({ from, to }) => `${from} (${nameOf(from)}) imports ${to} (${nameOf(to)})`);
  expect(back).toEqual([]);
});

test('stores import nothing of HTTP except types of requests and responses', () => {
  const http = imports.filter(
    ({ from, to, isType }) =>
      nameOf(from) === 'store' && /^(?:http|schemas)$/.test(nameOf(to) ?? '') && !isType,
  );
  expect(http).toEqual([]);
});

test('the server of MCP reaches data only through the API', () => {
  const allowed = ['the server of MCP', 'schemas', 'http', 'lib', 'rules of a slice'];
  const other = imports.filter(
    ({ from, to, isType }) =>
      nameOf(from) === 'the server of MCP' && !allowed.includes(nameOf(to) ?? '') && !isType,
  );
  expect(other).toEqual([]);
});

test('the router has one place: routes take Hono from src/http/hono.ts', () => {
  const router =
    /^(?:import|export) (?!type\b)[^;']*'hono(?:\/(?:hono-base|quick|tiny|preset\/.*|router\/.*))?';/m;
  const users = sources.filter((file) => router.test(readFileSync(path.join(root, file), 'utf8')));
  expect(users).toEqual(['src/http/hono.ts']);
});

/** The names that can be reached from `start` along edges. `start` is included only if a path leads back to it. */
function reachedFrom(start: string, edges: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>();
  const next = [...(edges.get(start) ?? [])];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    next.push(...(edges.get(at) ?? []));
  }
  return reached;
}

function cyclesIn(pairs: [string, string][]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const [from, to] of pairs) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return [...edges.keys()].filter((name) => reachedFrom(name, edges).has(name));
}

test('no imports form a cycle', () => {
  const loaded = [...imports, ...consoleImports].filter(({ isType }) => !isType);
  expect(cyclesIn(loaded.map(({ from, to }) => [from, to]))).toEqual([]);
});

/** The folders and files right below src/, the lowest first. None imports from one after it, not even a type. */
const houses = [
  ...['lib', 'vocabulary', 'config', 'db', 'http', 'access', 'people', 'content', 'analytics', 'visits'],
  ...['outbound', 'schema', 'health', 'backup', 'mcp', 'worker', 'app.ts', 'index.ts', 'operations.ts'],
];
/** The most imports between two of them, and the most on top of each other. */
const mostArrows = 120;
const mostFloors = 13;

test('src/ has few folders, which use each other in one direction and in few ways', () => {
  const houseOf = (file: string) => file.split('/')[1] ?? '';
  expect(new Set(sources.map(houseOf))).toEqual(new Set(houses));
  const back = imports.filter(({ from, to }) => houses.indexOf(houseOf(to)) > houses.indexOf(houseOf(from)));
  expect(back.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);

  const arrows = new Map(houses.map((house) => [house, new Set<string>()]));
  for (const { from, to } of imports)
    if (houseOf(to) !== houseOf(from)) arrows.get(houseOf(from))?.add(houseOf(to));
  const count = [...arrows.values()].reduce((sum, { size }) => sum + size, 0);
  expect(count).toBeLessThanOrEqual(mostArrows);
  const floors = new Map<string, number>();
  for (const house of houses)
    floors.set(house, 1 + Math.max(0, ...[...(arrows.get(house) ?? [])].map((to) => floors.get(to) ?? 0)));
  expect(Math.max(...floors.values())).toBeLessThanOrEqual(mostFloors);
});

test('resources of a quarter use each other in one direction', () => {
  const isSlice = (file: string) =>
    new RegExp(`^src/(?:${quarters})/(?!tables/|middleware/)[\\w-]+/`).test(file);
  const sliceOf = (file: string) => file.split('/').slice(1, 3).join('/');
  const between = imports.filter(
    ({ from, to }) => isSlice(from) && isSlice(to) && sliceOf(from) !== sliceOf(to) && !/openapi/.test(from),
  );
  expect(cyclesIn(between.map(({ from, to }) => [sliceOf(from), sliceOf(to)]))).toEqual([]);
});

/** The folders of scripts/, the lowest first. The commands, scripts/<command>.ts, import from all of them. */
const scriptRooms = [
  'lib',
  'state',
  'd1',
  'checks',
  'build',
  'server',
  'keys',
  'import',
  'backup',
  'start',
  '',
];

test('scripts import only from their own folder and from those before it, and no command another', () => {
  const rankOf = (file: string) => scriptRooms.indexOf(/^scripts\/(?:(.*)\/)?/.exec(file)?.[1] ?? '');
  const files = globSync('scripts/**/*.ts', { cwd: root });
  expect(files.filter((file) => rankOf(file) < 0)).toEqual([]);
  const back = importsOf(files)
    .filter(({ to, isType }) => to.startsWith('scripts/') && !isType)
    .filter(({ from, to }) => rankOf(to) > rankOf(from) || scriptRooms[rankOf(to)] === '')
    .map(({ from, to }) => `${from} imports ${to}`);
  expect(back).toEqual([]);
});

/** They make statements for whoever calls them, which is therefore done once too. */
const makers = {
  record: 'src/db/record.ts',
  recordList: 'src/db/record-list.ts',
  uniqueColumn: 'src/db/unique.ts',
  byIds: 'src/db/record-list.ts',
  sweep: 'src/db/sweep.ts',
};

test('a statement is made once, at the top of its module', () => {
  const made = new RegExp(`^\\s.*(?<!\\.)\\b(${['statement', ...Object.keys(makers)].join('|')})\\(`);
  const others = sources.filter((file) => !Object.values(makers).includes(file));
  const inside = others.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => made.test(line) && !/^ \*|\/\//.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(inside).toEqual([]);
});

/** The rooms of the console, and from which others each may import. The files of none are the top, which takes all. */
const consoleRooms: Record<string, string[]> = {
  lib: [],
  data: ['lib'],
  nav: ['lib'],
  'sign-in': ['lib', 'data', 'nav'],
  kit: ['lib', 'data', 'nav'],
  analytics: ['lib', 'data', 'nav', 'kit'],
  screens: ['lib', 'data', 'nav', 'kit', 'analytics'],
  shell: ['lib', 'data', 'nav', 'kit', 'sign-in'],
};
const consoleTop = ['main.tsx', 'app.tsx', 'views.ts'];
/** The room of a file of the console: `kit`, or `src/lib` for what it takes of the service: plain code, the vocabulary, and limits. */
const consoleRoomOf = (file: string) =>
  /^console\/src\/([\w-]+)\//.exec(file)?.[1] ??
  (/^src\/(?:(?:lib|vocabulary)\/|.*\/limits\.ts$)/.test(file) ? 'src/lib' : 'top');

test('every file of the console is in a room', () => {
  const others = consoleSources.filter(
    (file) =>
      !Object.hasOwn(consoleRooms, consoleRoomOf(file)) &&
      !consoleTop.includes(path.relative('console/src', file)),
  );
  expect(others).toEqual([]);
});

test('no file of the console imports against the direction of its rooms', () => {
  // Types count too: who reads a room should not have to know those that use it.
  const against = consoleImports.filter(({ from, to }) => {
    const [room, other] = [consoleRoomOf(from), consoleRoomOf(to)];
    return ![room, 'src/lib', ...(consoleRooms[room] ?? Object.keys(consoleRooms))].includes(other);
  });
  expect(against.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('screens of the console use each other in one direction', () => {
  const screenOf = (file: string) => /^console\/src\/screens\/([\w-]+)\//.exec(file)?.[1] ?? '';
  const between = consoleImports.filter(
    ({ from, to }) => screenOf(from) && screenOf(to) && screenOf(from) !== screenOf(to),
  );
  expect(cyclesIn(between.map(({ from, to }) => [screenOf(from), screenOf(to)]))).toEqual([]);
});

test('a button keeps the focus while what it does is under way: it is busy, and not disabled', () => {
  const found = consoleSources.flatMap((file) =>
    Array.from(
      readFileSync(path.join(root, file), 'utf8').matchAll(
        /(?<!-)\bdisabled=\{[^}]*\bis(?:Running|Busy|Loading|Sending)\b[^}]*\}/g,
      ),
      ([button]) => `${file}: ${button}`,
    ),
  );
  expect(found).toEqual([]);
});

test('no object is spread where its properties could stand', () => {
  const files = globSync('{src,console/src,test,bench,demo,scripts,packages/client/src}/**/*.{ts,tsx}', {
    cwd: root,
  });
  const spread = files.filter((file) => /\.\.\.\{/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(spread).toEqual([]);
});

/** The name of each file of `store/` and `worker/` of a slice, and the verb of each operation that changes something. */
function ruleNames(): [test: string, of: string][] {
  const files = sources.flatMap((file) => {
    const [, folder, name] = /^src\/(.+)\/(?:store|worker)\/([\w-]+)\.ts$/.exec(file) ?? [];
    return folder && name && name !== 'internal' ? [[`${folder}/${name}`, file] as [string, string]] : [];
  });
  const { paths } = JSON.parse(readFileSync(path.join(root, 'public/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const changes = sources.flatMap((file) => {
    const [, folder] = /^src\/(.+)\/openapi\.ts$/.exec(file) ?? [];
    const text = folder ? readFileSync(path.join(root, file), 'utf8') : '';
    return Array.from(
      text.matchAll(/'(POST|PATCH|DELETE) (\/[^']+)'/g),
      ([, method = '', at = '']): [string, string] => {
        const id = paths[at]?.[method.toLowerCase()]?.operationId ?? '';
        return [`${folder}/${/^[a-z]+/.exec(id)?.[0]}`, id];
      },
    );
  });
  return [...files, ...changes].map(([name, of]) => [`test/worker/${name}.test.ts`, of]);
}

test('the test of a rule has the name of its file, or the verb of its operation', () => {
  const names = ruleNames();
  expect(names.length).toBeGreaterThan(140);
  const holdsTests = (file: string) =>
    existsSync(path.join(root, file)) &&
    /\b(?:test|\w+Test)(?:\.\w+)?\(/.test(readFileSync(path.join(root, file), 'utf8'));
  const missing = names.filter(([file]) => !holdsTests(file));
  expect(missing.map(([file, of]) => `${file}, for ${of}`)).toEqual([]);
});

test.each(globSync('test/recipes/*.patch', { cwd: root }))(
  '%s applies: its recipe is followed by npm run test:all',
  (patch) => {
    const input = readFileSync(path.join(root, patch));
    execFileSync('patch', ['-p1', '--dry-run', '--force'], { cwd: root, input, stdio: 'pipe' });
  },
);
