import { estimateDays } from '../../src/lib/sequential.ts';
import type { Draw } from '../lib/random.ts';
import type { newReport } from '../lib/report.ts';
import { isAbove } from './bounds.ts';
import { concentration, sharesOf } from './evidence.ts';
import { visitorsFor } from './fixed.ts';
import type { Alarms } from './picture.ts';
import {
  alpha,
  conversionsUntil,
  decisions,
  falseAlarms,
  lookedAtDaily,
  misses,
  splitAlpha,
} from './trials.ts';

const splits = { '50/50': [1, 1], '80/20': [80, 20], '20/80': [20, 80], '4 arms': [1, 1, 1, 1] } as const;
type Split = keyof typeof splits;
type Rates = readonly [number, number];

/** The most visitors until a decision, as a multiple of the classical number, if the better rate is at most `highRate`. */
const mostVisitors = 1.2;
const highRate = 0.2;
/** The most that are decided the wrong way, and the largest error of the estimate. */
const mostWrong = 0.005;
const mostError = 0.2;

const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`;
/** Two rates, with as many digits as they have. */
const change = (rates: Rates) => rates.map((rate) => `${Number((100 * rate).toFixed(2))} %`).join(' → ');
const rounded = (count: number) => Math.round(count).toLocaleString('en');
const oneToFive = (draw: Draw) => 1 + Math.floor(draw() * 5);
/** After each visit another one follows, always with the same probability. */
const again = (mean: number) => (draw: Draw) => 1 + Math.floor(Math.log1p(-draw()) / Math.log1p(-1 / mean));

/** The size of a simulation, where it is printed, and what broke a bound. */
export interface Run extends ReturnType<typeof newReport> {
  isShort: boolean;
  tests: number;
  visits: number;
  broken: string[];
  /** Seeds that nothing else has: one for each experiment, or so many. */
  seeds: (count?: number) => number[];
}

/** Notes a count that is above its bound. Among few experiments it must be more than chance. */
function hold({ isShort, tests, broken }: Run, count: number, bound: number, what: string): void {
  const isHeld = isShort ? !isAbove(count, tests, bound) : count <= bound * tests;
  if (!isHeld) broken.push(`${what}: ${count} of ${tests}`);
}

/** Experiments in which nothing differs. */
export function nothingDiffers(run: Run): void {
  const { tests, visits, print, printHead, printRow } = run;
  print('### If nothing differs\n');
  print(
    `${rounded(tests)} experiments of ${rounded(visits)} visits for each line. Visitors come one to five times, the rate rises and falls by half with the hour, and each visit is followed by a look.\n`,
  );
  printHead(['split', 'rate of a visit', 'decided', 'split called broken']);
  for (const split of ['50/50', '80/20', '4 arms'] as const)
    for (const rate of [0.002, 0.01, 0.05, 0.3]) {
      const weights = splits[split];
      const found = falseAlarms(
        { weights, rate, visits, visitsOf: oneToFive, meanVisits: 3, unit: 'visitor' },
        run.seeds(),
      );
      hold(run, found.decided, alpha, `${split}, ${rate}: decided`);
      if (isAbove(found.broken, tests, splitAlpha))
        run.broken.push(`${split}, ${rate}: ${found.broken} of ${tests} splits broken`);
      printRow([split, percent(rate), percent(found.decided / tests), percent(found.broken / tests, 2)]);
    }
}

const powers: [Split, number, number[]][] = [
  ['50/50', 0.5, [0.005, 0.02, 0.05, 0.1, 0.4 / 3, 0.2, 0.3]],
  ['50/50', 1, [0.005, 0.02, 0.05, 0.1, 0.2, 0.3]],
  ['80/20', 0.5, [0.05]],
  ['80/20', 1, [0.05]],
  ['20/80', 0.5, [0.05]],
  ['20/80', 1, [0.05]],
  ['4 arms', 0.5, [0.05]],
  ['4 arms', 1, [0.05]],
];

/** How many visitors a decision takes. */
export function oneIsBetter(run: Run): void {
  const { tests, isShort, print, printHead, printRow } = run;
  print('\n### If one is better\n');
  print(
    `${rounded(tests)} experiments for each line. \`classical\` is the number of visitors of a z-test with a power of 80 % and one look. \`median\` and \`80 %\` are the visitors after which half and 80 % of the experiments are decided, and \`estimate\` is what the service says before the start.\n`,
  );
  const names = ['split', 'rates', 'classical', 'median', '80 %', 'median / classical', 'estimate / median'];
  printHead([...names, 'wrong way']);
  for (const [split, lift, rates] of powers)
    for (const rate of isShort ? rates.filter((one) => one >= 0.05) : rates) {
      const weights = splits[split];
      const both: Rates = [rate, rate * (1 + lift)];
      const [first = 0, second = 0] = sharesOf(weights);
      const pair: Rates = [first / (first + second), second / (first + second)];
      const classical = visitorsFor(both, pair, weights.length - 1) / (first + second);
      const { visitors, wrong } = decisions({ weights, rates: both }, run.seeds(), 30 * classical);
      const after = (share: number) => visitors[Math.ceil(share * tests) - 1] ?? Number.NaN;
      const estimate = estimateDays({ visitorsPerDay: 1, rate, weights, lift });
      const [times, error] = [after(0.5) / classical, estimate / after(0.5)];
      const what = `${split}, ${change(both)}`;
      // A median is below a bound if at most half of the experiments are above it.
      const half = (isOutside: (count: number) => boolean, bound: string) =>
        hold(run, visitors.filter(isOutside).length, 0.5, `${what}: ${bound}`);
      if (both[1] <= highRate)
        half((count) => count > mostVisitors * classical, 'more than the classical number');
      half((count) => count > estimate / (1 - mostError), 'more than the estimate');
      half((count) => count < estimate / (1 + mostError), 'less than the estimate');
      hold(run, wrong, mostWrong, `${what}: wrong way`);
      const counts = [classical, after(0.5), after(0.8)].map(rounded);
      printRow([
        ...what.split(', '),
        ...counts,
        times.toFixed(2),
        error.toFixed(2),
        percent(wrong / tests, 2),
      ]);
    }
}

const differences: [Split, Rates][] = [
  ['50/50', [0.01, 0.02]],
  ['50/50', [0.05, 0.075]],
  ['50/50', [0.2, 0.15]],
  ['50/50', [0.2, 0.4]],
  ['80/20', [0.05, 0.025]],
  ['80/20', [0.05, 0.1]],
];

/** How often the interval contains the true lift at all times. */
export function intervalHolds(run: Run): void {
  const { tests, visits, print, printHead, printRow } = run;
  print('\n### The interval\n');
  print(
    `The share of ${rounded(tests)} experiments whose interval contained the true lift after each of ${rounded(visits)} visitors.\n`,
  );
  printHead(['split', 'rates', 'contained at all times']);
  for (const [split, rates] of differences) {
    const missed = misses({ weights: splits[split], rates }, run.seeds(), visits);
    const what = change(rates);
    hold(run, missed, alpha, `${split}, ${what}: interval`);
    printRow([split, what, percent(1 - missed / tests)]);
  }
}

/** What happens if each visit counts, and visitors return. Nothing is promised of it. */
export function visitsCount({ tests, visits, seeds, print, printHead, printRow }: Run): void {
  const some = tests / 5;
  print('\n### If visits were counted\n');
  print(
    `${rounded(some)} experiments of ${rounded(visits)} visits in which nothing differs, for each line. Each visit counts, and after each another one of the visitor follows with the same probability.\n`,
  );
  printHead(['visits a visitor', 'rate', 'conversions', 'decided', 'split called broken']);
  for (const [meanVisits, rate, isFaithful] of [
    [2, 0.05, false],
    [2, 0.05, true],
    [2, 0.3, false],
    [4, 0.05, false],
    [4, 0.05, true],
    [4, 0.3, false],
  ] as const) {
    const crowd = { weights: [1, 1], rate, visits, visitsOf: again(meanVisits), meanVisits, isFaithful };
    const { decided, broken } = falseAlarms({ ...crowd, unit: 'visit' }, seeds(some));
    const how = isFaithful ? 'at each visit of a visitor or at none' : 'by chance at each visit';
    printRow([meanVisits, percent(rate), how, percent(decided / some), percent(broken / some)]);
  }
}

/** A z-test that is looked at daily, beside the sequential test. */
export function lookedAt({ tests, isShort, seeds, print, printHead, printRow }: Run): Alarms {
  const [perDay, days, rate] = [200, isShort ? 20 : 100, 0.05];
  const alarms = lookedAtDaily({ rate, perDay, days }, seeds());
  print('\n### A z-test that is looked at daily\n');
  print(
    `The share of ${rounded(tests)} experiments that are called decided although nothing differs, with ${perDay} visitors a day and a rate of ${percent(rate)}.\n`,
  );
  printHead(['up to day', 'z-test, looked at daily', 'this test, looked at after each visitor']);
  for (const day of [1, 10, 30, 100].filter((one) => one <= days))
    printRow([day, percent(alarms.classical[day - 1] ?? 0), percent(alarms.sequential[day - 1] ?? 0)]);
  return alarms;
}

/** How the strength of the prior changes the time until a decision. */
export function strengths({ tests, seeds, print, printHead, printRow }: Run): void {
  const all = [1, 3, concentration, 30, 100];
  print('\n### The strength of the prior\n');
  print(
    `The median number of conversions of both arms until a decision, with equal weights, in ${rounded(tests)} experiments for each number. The service has c = ${concentration}.\n`,
  );
  printHead(['lift', ...all.map((strength) => `c = ${strength}`)]);
  for (const lift of [0.2, 0.5, 1, 2])
    printRow([
      percent(lift, 0),
      ...all.map((strength) => rounded(conversionsUntil(1 + lift, strength, seeds()))),
    ]);
}
