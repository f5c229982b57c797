import getPort from 'get-port';
import { watchIsolate } from './isolate.ts';
import type { Step } from './largest.ts';
import { type Api, type ServerOptions, withServer } from './state.ts';

/** A Worker may take this much, in bytes. */
export const mostMemory = 128_000_000;
const longest = 300_000;
const mb = (bytes: number) => (bytes / 1e6).toFixed(1);

/** What a step gave: `fault` is why it must not be so. */
export interface Outcome {
  status: string;
  trips?: number | undefined;
  fault?: string | undefined;
}

/** The lines of a table, printed as they come, and what is to be said below it. */
export class Report {
  readonly printed: string[] = [];
  readonly faults: string[] = [];
  heap = 0;
  buffers = 0;

  print(line: string): void {
    this.printed.push(line);
    console.log(line);
  }

  begin(title: string): void {
    this.print(`\n${title}\n`);
    this.print('| step | status | ms | trips | MB of heap | MB of buffers | sum |');
    this.print('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  }

  add(name: string, { status, trips, fault }: Outcome, ms: number, heap: number, buffers: number): void {
    const figures = [Math.round(ms), trips ?? '–', mb(heap), mb(buffers), mb(heap + buffers)];
    this.print(`| ${[name, status, ...figures].join(' | ')} |`);
    if (fault !== undefined) this.faults.push(`${name}: ${fault}`);
    this.heap = Math.max(this.heap, heap);
    this.buffers = Math.max(this.buffers, buffers);
  }
}

/** A running service whose isolate is watched. */
export interface Watched {
  api: Api;
  /** Does something that becomes a line of the table. */
  run: (name: string, work: () => Promise<Outcome>) => Promise<void>;
  /** Asks questions one after the other. */
  ask: (steps: Step[]) => Promise<void>;
}

const lineEnd = 10;
const linesIn = (chunk: Uint8Array) => chunk.reduce((sum, byte) => sum + Number(byte === lineEnd), 0);

/** Asks once. A refusal with a clear reason is an answer, a failure of the service is none. */
async function outcomeOf(origin: string, key: string, route: string): Promise<Outcome> {
  const headers = { 'x-api-key': key };
  const response = await fetch(`${origin}${route}`, { headers, signal: AbortSignal.timeout(longest) });
  const isFile = response.headers.get('content-type')?.startsWith('text/csv');
  let rows = 0;
  // A file is not kept: one may have a gigabyte.
  if (isFile && response.body) for await (const chunk of response.body) rows += linesIn(chunk);
  const text = isFile ? '' : await response.text();
  const [, trips] = /trips=(\d+)/.exec(response.headers.get('server-timing') ?? '') ?? [];
  const counted = { trips: trips === undefined ? undefined : Number(trips) };
  if (isFile) return { status: `${rows} lines` };
  if (response.ok) return { status: String(response.status), ...counted };
  const { code } = JSON.parse(text);
  const isRefusal = code === 'too_many_values';
  return {
    status: `${response.status} ${code}`,
    ...counted,
    ...(isRefusal ? {} : { fault: `${response.status} ${text.slice(0, 300)}` }),
  };
}

/** Serves a state folder while `use` runs, and watches the isolate of the service. Ends the process if workerd ends. */
export async function withWatched(
  { folder, key, report }: { folder: string; key: string; report: Report },
  options: ServerOptions,
  use: (watched: Watched) => Promise<void>,
): Promise<void> {
  const inspectorPort = await getPort({ host: '127.0.0.1' });
  let current = 'the start';
  const serve = async (api: Api) => {
    const isolate = await watchIsolate(inspectorPort, () => {
      console.error(`footfall: workerd ended during ${current}: an isolate had too small a heap.`);
      process.exit(1);
    });
    const run: Watched['run'] = async (name, work) => {
      current = name;
      const start = performance.now();
      let ms = 0;
      const { result, peak } = await isolate.watch(async () => {
        const outcome = await work().catch(
          (error: Error): Outcome => ({ status: 'failed', fault: `${error.message} ${error.cause ?? ''}` }),
        );
        ms = performance.now() - start;
        return outcome;
      });
      report.add(name, result, ms, peak.heap, peak.buffers);
    };
    const ask = async (steps: Step[]) => {
      for (const { name, route } of steps) await run(name, () => outcomeOf(api.origin, key, route));
    };
    try {
      await use({ api, run, ask });
    } finally {
      isolate.close();
    }
  };
  await withServer(folder, key, serve, { ...options, inspectorPort });
}
