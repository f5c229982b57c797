import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../scripts/lib/settings.ts';
import type { Measured, Ratios } from './figures.ts';
import type { Plan } from './measure.ts';
import type { Operation } from './operations.ts';
import { root } from './pair.ts';
import { plot } from './plot.ts';
import type { Rows } from './rows.ts';
import type { Scale } from './seed.ts';
import type { Started } from './start.ts';

/** The results of a run for an operation. */
export interface Found extends Pick<Operation, 'id' | 'name' | 'kind'> {
  rows: { floor: Rows; ours: Rows };
  /** Undefined if only rows were counted. */
  times?: Measured;
}

/** The results of a run. */
interface Results {
  commit: string;
  machine: string;
  scale: Scale;
  plan: Plan;
  operations: Found[];
  /** KiB of the built Workers, gzip. */
  bundle: { floor: number; ours: number };
  start?: Started;
}

/** The part of the results that is committed: ratios and rows. Times depend on the machine. */
export interface Kept {
  commit: string;
  machine: string;
  scale: Scale;
  plan: Plan;
  operations: (Pick<Operation, 'id' | 'name' | 'kind'> & { ratios: Ratios })[];
  bundle: { floor: number; ours: number };
  start: Pick<Started, 'ratio' | 'cpu'>;
  /** By the number of persons, then by operation. */
  rows: Record<string, Record<string, { floor: Rows; ours: Rows }>>;
}

const bench = path.join(root, 'bench');
const file = path.join(bench, 'results.json');

const decimals = (value: number) => value.toFixed(2);
const thousands = (value: number) => value.toLocaleString('en-US');
const rowOf = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows].map(rowOf).join('\n');
const rowsText = ({ read, written }: Rows) => `${read} / ${written}`;

const ratioTable = (operations: { name: string; ratios: Ratios }[]) =>
  table(
    ['ours / floor', 'p50', 'middle half', 'p99', 'requests/s, 1', 'requests/s, 16', 'CPU'],
    operations.map(({ name, ratios }) => [
      name,
      decimals(ratios.p50),
      ratios.p50Range.map(decimals).join('–'),
      ...[ratios.p99, ratios.perSecond, ratios.perSecondOfMany, ratios.cpu].map(decimals),
    ]),
  );

const startText = ({ ratio, cpu }: Kept['start']) =>
  `Start, from the spawn of workerd to the first 401 of a log: ${decimals(ratio)} × the floor, its CPU ${decimals(cpu)} ×.`;

/** The results as text to print. */
export function textOf({ commit, machine, operations, bundle, start, scale }: Results): string {
  const timed = operations.flatMap(({ name, times }) => (times ? [{ name, ratios: times.ratios }] : []));
  return [
    `${commit}, ${machine}, ${thousands(scale.persons)} persons`,
    ...(timed.length > 0 ? [ratioTable(timed)] : []),
    table(
      ['rows read / written', 'floor', 'ours'],
      operations.map(({ name, rows }) => [name, rowsText(rows.floor), rowsText(rows.ours)]),
    ),
    `Bundle: floor ${bundle.floor} KiB, ours ${bundle.ours} KiB, gzip.`,
    ...(start ? [startText(start)] : []),
  ].join('\n\n');
}

function readKept(): Partial<Kept> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return {};
  }
}

const withoutTimes = ({ p50Range, ...ratios }: Ratios): Ratios => {
  const rounded = Object.entries(ratios).map(([name, value]) => [name, Number(decimals(value))]);
  return { ...Object.fromEntries(rounded), p50Range: p50Range.map((value) => Number(decimals(value))) };
};

/**
 * Writes the results of a complete run into results.json, README.md and results.svg. For a run with `--rows`, writes
 * only its rows.
 */
export function keep({ operations, start, scale, ...run }: Results): void {
  const before = readKept();
  const rows = Object.fromEntries(operations.map(({ id, rows }) => [id, rows]));
  const measured = start && {
    ...run,
    scale,
    start: { ratio: Number(decimals(start.ratio)), cpu: Number(decimals(start.cpu)) },
    operations: operations.flatMap(({ id, name, kind, times }) =>
      times ? [{ id, name, kind, ratios: withoutTimes(times.ratios) }] : [],
    ),
  };
  const kept = { ...before, ...measured, rows: { ...before.rows, [scale.persons]: rows } };
  if (!isWhole(kept)) throw new UserError('run npm run bench without --rows first.');
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(path.join(bench, 'results.svg'), plot(kept));
  writeReadme(kept);
}

const isWhole = (kept: Partial<Kept>): kept is Kept => kept.operations !== undefined;

/** Writes the tables between the two marks of the README. */
function writeReadme(kept: Kept): void {
  const { commit, machine, scale, plan, operations, bundle, start, rows } = kept;
  const sizes = Object.keys(rows).sort((a, b) => Number(a) - Number(b));
  const cells = (id: string, size: string) => {
    const found = rows[size]?.[id]?.ours;
    return found ? rowsText(found) : '';
  };
  const lines = [
    `Commit ${commit}, ${machine}, ${thousands(scale.persons)} persons, ${plan.servers} pairs of servers, each with ${plan.rounds} rounds of turns of ${plan.seconds} s.`,
    '![The ratios of the table as a plot](results.svg)',
    ratioTable(operations),
    `${startText(start)} Bundle: ${bundle.ours} KiB gzip, the floor ${bundle.floor}.`,
    'Rows that D1 reads / writes for a request of ours, by the number of persons (each has two logs):',
    table(
      ['', ...sizes.map((size) => thousands(Number(size)))],
      operations.map(({ id, name }) => [name, ...sizes.map((size) => cells(id, size))]),
    ),
  ];
  const readme = path.join(bench, 'README.md');
  const text = readFileSync(readme, 'utf8');
  const marked = /(?<=<!-- bench -->\n)[\s\S]*(?=<!-- end of bench -->)/;
  if (!marked.test(text)) throw new UserError(`${readme} lacks its marks.`);
  writeFileSync(
    readme,
    text.replace(marked, () => `\n${lines.join('\n\n')}\n\n`),
  );
}
