import { clock, day, month, shortDate, shortDay } from '../lib/format.ts';
import { localTime, todayIn } from './days.ts';
import type { Interval } from './range.ts';

export interface AxisOptions {
  /** When each step begins, in milliseconds, earliest first. */
  starts: number[];
  interval: Interval;
  zone: string;
  /** Pixels from the first step to the last. */
  width: number;
  /** Pixels before the first step and after the last, in which a label may stand too. */
  left: number;
  right: number;
  /** The width of a text in pixels. */
  measure: (text: string) => number;
  now?: number;
}

export interface AxisLabel {
  /** The step, in milliseconds: the middle of the label stands there. */
  at: number;
  /** One line, or two. */
  text: string;
}

/** A step with its local time, 2026-11-22T14:00, and its label with the pixels from which and to which it would go. */
interface Step extends AxisLabel {
  local: string;
  start: number;
  end: number;
}

/** Pixels between two labels: hours repeat the date, so they stand further apart. */
const gaps: Record<Interval, number> = { hour: 32, day: 12, week: 12, month: 12 };
/** Up to so many days, a label has the day of the week. */
const fewDays = 14;

/** The text of a step. It says its date, and the year if that is not this one. */
function textOf(
  at: number,
  local: string,
  { interval, zone, starts }: AxisOptions,
  thisYear: string,
): string {
  if (interval === 'month') return month(at, zone);
  const hasYear = interval === 'week' || !local.startsWith(thisYear);
  if (interval === 'hour') return `${clock(at, zone)}\n${hasYear ? day(at, zone) : shortDay(at, zone)}`;
  if (hasYear) return day(at, zone);
  return starts.length <= fewDays ? shortDay(at, zone) : shortDate(at, zone);
}

/** The width of a label. */
export const labelWidth = (text: string, measure: AxisOptions['measure']): number =>
  Math.max(...text.split('\n').map(measure));

const hourOf = ({ local }: Step) => Number(local.slice(11, 13));
const monthOf = ({ local }: Step) => Number(local.slice(5, 7)) - 1;
const isMonday = ({ local }: Step) => new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() === 1;

/** Every so many steps, counted back from the last one: it is what one looks for. */
const fromEnd = (steps: Step[], every: number) =>
  steps.filter((_, index) => (steps.length - 1 - index) % every === 0);

/** The steps that may have labels, most first: full hours, then days, Mondays, months of the calendar. */
function candidates(steps: Step[], interval: Interval): Step[][] {
  if (interval === 'hour')
    return [1, 2, 3, 4, 6, 12, 24].map((every) => steps.filter((step) => hourOf(step) % every === 0));
  if (interval === 'month')
    return [1, 2, 3, 6, 12].map((every) => steps.filter((step) => monthOf(step) % every === 0));
  if (interval === 'week') return [1, 2, 4, 8, 13, 26].map((every) => fromEnd(steps, every));
  const mondays = steps.filter(isMonday);
  return [
    ...[1, 2, 3, 4, 5].map((every) => fromEnd(steps, every)),
    ...[1, 2, 4, 8].map((every) => fromEnd(mondays, every)),
  ];
}

/**
 * The labels of a time axis: as many as have room, at even distances of the calendar. Each says its date. None is cut
 * off at the sides, and none touches another.
 */
export function axisLabels(options: AxisOptions): AxisLabel[] {
  const { starts, interval, zone, width, left, right, measure, now = Date.now() } = options;
  const thisYear = todayIn(zone, now).slice(0, 4);
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  const steps = starts.map((at): Step => {
    const local = localTime(at, zone);
    const text = textOf(at, local, options, thisYear);
    const middle = last > first ? (width * (at - first)) / (last - first) : 0;
    const half = labelWidth(text, measure) / 2;
    return { at, local, text, start: middle - half, end: middle + half };
  });
  const fitting = (of: Step[]) =>
    of
      .filter(({ start, end }) => start >= -left && end <= width + right)
      // An hour that comes twice when clocks are set back is named once.
      .filter(({ text }, index, all) => text !== all[index - 1]?.text);
  const isClear = (labels: Step[]) =>
    labels.every(
      ({ start }, index) => start >= (labels[index - 1]?.end ?? Number.NEGATIVE_INFINITY) + gaps[interval],
    );
  const all = fitting(steps);
  const ends = all.filter((_, index) => index === 0 || index === all.length - 1);
  const choices = [...candidates(steps, interval).map(fitting), ends].filter(isClear);
  const chosen = choices.find(({ length }) => length > 1) ?? all.slice(-1);
  return chosen.map(({ at, text }) => ({ at, text }));
}

const formats: Record<Interval, (start: string, zone: string) => string> = {
  hour: (start, zone) => `${shortDay(start, zone)}, ${clock(start, zone)}`,
  day: shortDay,
  week: (start, zone) => `Week of ${day(start, zone)}`,
  month,
};

/** The name of a step: its hour, day, week or month. */
export const stepName = (start: string, interval: Interval, zone: string): string =>
  formats[interval](start, zone);
