import { flag } from './flags.ts';

// The measures of the analytics. A line in `places` and one in `addSession` add a sum, a line in `figures` a number of
// answers that follows from sums. CONTRIBUTING.md shows how to add a measure.

/** From how much engaged time a visit is no bounce, in milliseconds. */
export const engagedFrom = 10_000;

/**
 * Whether a completed session is a bounce: less than 10 seconds of engaged time, and nothing that the visitor did.
 * `engagedMs` in milliseconds, null if it is unknown.
 */
export const isBounce = (engagedMs: number | null, isActive: boolean): boolean =>
  engagedMs !== null && engagedMs < engagedFrom && !isActive;

/** The facts that the measures add up. */
export const measuredNames = ['flags', 'clicks', 'questions', 'scrollDepth', 'engagedMs'] as const;

/** What the measures know of sessions: a column of each fact, as blocks have it. */
export interface Measured extends Record<(typeof measuredNames)[number], Float64Array> {
  isPending: (index: number) => boolean;
}

/** The place of each sum. Blocks store them in this order: append new ones, and lines to `addSession`. */
const places = {
  sessions: 0,
  /** Sessions that may count as bounces. */
  closed: 1,
  bounces: 2,
  conversions: 3,
  formSubmits: 4,
  /** Sessions with a click. */
  ctaSessions: 5,
  /** Clicks and questions. */
  interactions: 6,
  /** In hundredths of a percent. */
  scrollDepth: 7,
  /** Sessions whose scroll depth is known. */
  scrolled: 8,
  engagedMs: 9,
  /** Sessions whose engaged time is known. */
  timed: 10,
} as const;

export type SumName = keyof typeof places;

/** The number of sums. */
export const measureCount = Object.keys(places).length;

/** The sums of some visits, of those of a compared range, and of other visits: the documents show their figures. */
const exampleSums: Record<SumName, readonly [shown: number, compared: number, others: number]> = {
  sessions: [8, 6, 12],
  closed: [8, 6, 12],
  bounces: [2, 3, 6],
  conversions: [1, 0, 0],
  formSubmits: [2, 3, 0],
  ctaSessions: [5, 3, 3],
  interactions: [12, 7.5, 18],
  scrollDepth: [49_000, 35_100, 73_500],
  scrolled: [8, 6, 12],
  engagedMs: [388_000, 241_500, 582_000],
  timed: [8, 6, 12],
};

/**
 * Adds what a session of some contributes to the sums from `from` on, `times` times: -1 takes it away. An answer may have
 * a million sessions: a function for each measure, or an object for each session, would take twice as long.
 */
export function addSession(
  sums: PackedSums,
  from: number,
  { flags, clicks, questions, scrollDepth, engagedMs, isPending }: Measured,
  index: number,
  times = 1,
): void {
  const bits = flags[index] ?? 0;
  const clicked = clicks[index] ?? 0;
  const interactions = clicked + (questions[index] ?? 0);
  const scrolled = (scrollDepth[index] ?? 0) - 1;
  const engaged = (engagedMs[index] ?? 0) - 1;
  const isActive = interactions > 0 || (bits & (flag.hasFormSubmit | flag.hasConversion)) !== 0;

  add(sums, from + places.sessions, times);
  if ((bits & flag.hasFailed) === 0 && !isPending(index)) {
    if (engaged >= 0 || isActive) add(sums, from + places.closed, times);
    if (engaged >= 0 && isBounce(engaged, isActive)) add(sums, from + places.bounces, times);
  }
  if ((bits & flag.hasConversion) !== 0) add(sums, from + places.conversions, times);
  if ((bits & flag.hasFormSubmit) !== 0) add(sums, from + places.formSubmits, times);
  if (clicked > 0) add(sums, from + places.ctaSessions, times);
  if (interactions > 0) add(sums, from + places.interactions, times * interactions);
  if (scrolled >= 0) {
    add(sums, from + places.scrollDepth, times * scrolled);
    add(sums, from + places.scrolled, times);
  }
  if (engaged >= 0) {
    add(sums, from + places.engagedMs, times * engaged);
    add(sums, from + places.timed, times);
  }
}

function add(sums: PackedSums, place: number, number: number): void {
  sums[place] = (sums[place] ?? 0) + number;
}

/** The sums of measures in the order of the table. */
export type PackedSums = Float64Array;

/** The sums of no session, to add to. */
export const newSums = (): PackedSums => new Float64Array(measureCount);

/** Adds sums to others, `times` times: -1 takes them away. */
export function addTo(total: PackedSums, sums: PackedSums, times = 1): void {
  for (let index = 0; index < sums.length; index++)
    total[index] = (total[index] ?? 0) + times * (sums[index] ?? 0);
}

/** Whether sums are those of no session. */
export const isNothing = (sums: PackedSums): boolean => sums[0] === 0;

/** One of the sums from a place on. */
export const sumAt = ({ sums, from }: { sums: PackedSums; from: number }, name: SumName): number =>
  sums[from + places[name]] ?? 0;

/** What is said of a figure. */
interface Words {
  description?: string;
  /** What people call it, and its name in the addresses of the console. */
  label?: string;
  line?: string;
  /** A smaller number is better, as with bounces. */
  lessIsBetter?: true;
  /** How many of the sum's units are one of the figure's. */
  scale?: number;
  max?: number;
}

/** A figure: a sum, or what it is divided by another one, which is from 0 to 1 for a rate. */
const figure = <Kind extends 'count' | 'mean' | 'rate'>(
  kind: Kind,
  sums: readonly [SumName, SumName?],
  { description, label, line, lessIsBetter, scale = 1, max }: Words = {},
) => {
  const [sum, of] = sums;
  const words = { description, label, line, lessIsBetter, scale, max };
  return { kind, place: places[sum], of: of && places[of], ...words };
};

/** The numbers of an answer, in their order, and how each follows from sums. */
const declared = {
  totalSessions: figure('count', ['sessions'], { label: 'Visits', line: 'visits' }),
  avgInteractionsPerSession: figure('mean', ['interactions', 'sessions'], {
    description: 'Clicks and questions a session.',
  }),
  avgScrollDepthPercentage: figure('mean', ['scrollDepth', 'scrolled'], {
    description: '0 to 100, over the sessions whose depth is known.',
    scale: 100,
    max: 100,
  }),
  avgTimeSpentSeconds: figure('mean', ['engagedMs', 'timed'], {
    description: 'Seconds, over the sessions whose time is known.',
    label: 'Engaged time',
    line: 'time',
    scale: 1000,
  }),
  bounceRate: figure('rate', ['bounces', 'closed'], {
    label: 'Bounce rate',
    line: 'bounces',
    lessIsBetter: true,
  }),
  conversionRate: figure('rate', ['conversions', 'sessions'], { label: 'Conversion rate', line: 'rate' }),
  formSubmitRate: figure('rate', ['formSubmits', 'sessions'], { label: 'Form rate', line: 'forms' }),
  bounceCount: figure('count', ['bounces'], { label: 'Bounces' }),
  bounceEligibleSessions: figure('count', ['closed'], {
    description: 'Completed sessions whose time is known, or in which the visitor did something.',
  }),
  conversionCount: figure('count', ['conversions'], { label: 'Conversions', line: 'conversions' }),
  ctaSessions: figure('count', ['ctaSessions'], { description: 'Sessions with a click.' }),
  formSubmitCount: figure('count', ['formSubmits'], { label: 'Forms' }),
};

export type FigureName = keyof typeof declared;
export type Figures = Record<FigureName, number>;
export const figures: Record<FigureName, ReturnType<typeof figure>> = declared;
export const figureNames = Object.keys(figures) as FigureName[];

/** The figures that are sums. */
export type CountName = {
  [Name in FigureName]: (typeof declared)[Name]['kind'] extends 'count' ? Name : never;
}[FigureName];
export const countNames = figureNames.filter((name): name is CountName => figures[name].kind === 'count');
/** The figure that is the sum at a place. */
export const countAt = (place: number | undefined): CountName | undefined =>
  countNames.find((name) => figures[name].place === place);

/** What values of a breakdown are sorted by. Most have few visits, so a rate says little. */
export const valueRanks = ['totalSessions', 'conversionCount', 'formSubmitCount', 'bounceCount'] as const;

/** The figures that the console shows. */
export const shownFigures = [
  ...(['totalSessions', 'conversionCount', 'conversionRate'] as const),
  ...(['formSubmitRate', 'bounceRate', 'avgTimeSpentSeconds'] as const),
] as const satisfies FigureName[];

/** The figures for models, which pay for each number. The others follow from these. */
export const modelFigures = [
  ...(['totalSessions', 'conversionCount', 'conversionRate', 'formSubmitCount', 'formSubmitRate'] as const),
  ...(['ctaSessions', 'bounceRate', 'avgTimeSpentSeconds', 'avgScrollDepthPercentage'] as const),
] as const satisfies FigureName[];

/** A figure, from the sums from a place on. 0 if there is nothing to divide by. */
export function figureAt({ sums, from }: { sums: PackedSums; from: number }, name: FigureName): number {
  const { place, of, scale } = figures[name];
  const sum = sums[from + place] ?? 0;
  if (of === undefined) return sum;
  const whole = (sums[from + of] ?? 0) * scale;
  return whole === 0 ? 0 : sum / whole;
}

const noFigures = /* @__PURE__ */ Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures;

/** The numbers of an answer, from sums. */
export function figuresOf(sums: PackedSums): Figures {
  // A copy has room for all: to add them one by one takes ten times as long.
  const all = { ...noFigures };
  const group = { sums, from: 0 };
  for (const name of figureNames) all[name] = figureAt(group, name);
  return all;
}

/** The figures of the documents' examples: of some visits, of a compared range, of other visits, and of all visits. */
export function exampleFigures() {
  const sumsAt = (place: 0 | 1 | 2) => Float64Array.from(Object.values(exampleSums), (of) => of[place]);
  const [shown, compared, others] = [sumsAt(0), sumsAt(1), sumsAt(2)];
  const total = shown.slice();
  addTo(total, others);
  return {
    shown: figuresOf(shown),
    compared: figuresOf(compared),
    others: figuresOf(others),
    total: figuresOf(total),
  };
}
