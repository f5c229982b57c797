import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { startAsking } from './lib/asking.ts';
import { writeReadme } from './lib/report.ts';
import { benchFolder, readLoaded, withServer } from './lib/state.ts';
import { until } from './lib/visits.ts';

const usage = `usage: node bench/measure-csv.ts [--readme]
--readme   writes what is printed into bench/README.md as well
STATE_DIR names the state folder that load-sessions.ts filled, .wrangler/bench if unset`;

const day = 86_400_000;

/** What the lines of a file add up to. */
interface Sums {
  rows: number;
  bytes: number;
  conversions: number;
  forms: number;
  ms: number;
}

/** Of times in milliseconds, the one that this share is not above. */
const quantile = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);

/** Reads a file as a client does, and adds up its lines. Throws if it is no CSV file or breaks off. */
async function readFile(url: string, key: string): Promise<Sums> {
  const start = performance.now();
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const sums = { rows: 0, bytes: 0, conversions: 0, forms: 0, ms: 0 };
  const body = Readable.fromWeb(response.body as never).on('data', (chunk: Uint8Array) => {
    sums.bytes += chunk.length;
  });
  const lines = body.pipe(parse({ bom: true, columns: true, record_delimiter: '\r\n' }));
  body.on('error', (error) => lines.destroy(error));
  for await (const line of lines as AsyncIterable<Record<string, string>>) {
    sums.rows += 1;
    if (line.hasConversion === 'true') sums.conversions += 1;
    if (line.hasFormSubmit === 'true') sums.forms += 1;
  }
  return { ...sums, ms: performance.now() - start };
}

// Measures files of the loaded sessions, and compares what their lines add up to with the analytics.
await main(async () => {
  const { values } = parseOptions({ options: { readme: { type: 'boolean' } } }, usage);
  const loaded = readLoaded(benchFolder());
  if (!loaded) throw new UserError(`${benchFolder()} is not loaded: run bench/load-sessions.ts first.`);
  const printed: string[] = [];
  const print = (line: string) => {
    printed.push(line);
    console.log(line);
  };
  const range = (days: number) =>
    `startDate=${new Date(until - days * day).toISOString()}&endDate=${new Date(until).toISOString()}`;
  const files = [
    ['a day of a page', `pages/${loaded.pageId}/`, range(1)],
    ['30 days of a page', `pages/${loaded.pageId}/`, range(30)],
    ['a year of a page', `pages/${loaded.pageId}/`, range(365)],
    [
      'a year of a page, country DE, browser Safari',
      `pages/${loaded.pageId}/`,
      `${range(365)}&country=DE&browser=Safari`,
    ],
    ['a year of all pages', '', range(365)],
  ] as const;
  print(
    '| file | rows | MB | seconds | rows a second | another request, p50 ms | p95 ms | equal to the analytics |',
  );
  print('| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |');
  const another = (origin: string) => `${origin}/v0/pages/${loaded.pageId}`;
  await withServer(benchFolder(), loaded.key, async (api) => {
    const asking = startAsking(another(api.origin), loaded.key);
    await sleep(2000);
    const alone = await asking.stop();
    print(`| nothing | 0 | 0 | 2.0 | 0 | ${quantile(alone, 0.5)} | ${quantile(alone, 0.95)} | yes |`);
    for (const [name, path, query] of files) {
      const asking = startAsking(another(api.origin), loaded.key);
      const sums = await readFile(
        `${api.origin}/v0/${path}audience_sessions?format=csv&${query}`,
        loaded.key,
      );
      const waited = await asking.stop();
      const analytics = await fetch(
        `${api.origin}/v0/${path}analytics/breakdown?by=device&limit=100&${query}`,
        { headers: { 'x-api-key': loaded.key } },
      );
      const { items } = (await analytics.json()) as {
        items: Record<'totalSessions' | 'conversionCount' | 'formSubmitCount', number>[];
      };
      const sumOf = (name: keyof (typeof items)[number]) => items.reduce((sum, item) => sum + item[name], 0);
      const isEqual =
        sumOf('totalSessions') === sums.rows &&
        sumOf('conversionCount') === sums.conversions &&
        sumOf('formSubmitCount') === sums.forms;
      const seconds = sums.ms / 1000;
      const figures = [
        sums.rows,
        (sums.bytes / 1e6).toFixed(1),
        seconds.toFixed(1),
        Math.round(sums.rows / seconds),
        quantile(waited, 0.5),
        quantile(waited, 0.95),
      ];
      print(`| ${[name, ...figures, isEqual ? 'yes' : 'NO'].join(' | ')} |`);
      if (!isEqual) process.exitCode = 1;
    }
  });
  if (values.readme) writeReadme({ start: 'csv', end: 'csv end' }, printed);
});
