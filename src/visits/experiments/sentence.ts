import { goalWords } from '../../content/experiments/vocabulary.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Experiment, ExperimentArm } from './schemas.ts';

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
const percent = (value: number) => `${number(Math.abs(value) * 100)} %`;

/** About how long some days are, such as "9 weeks". */
function daysInWords(days: number): string {
  const [count, unit] = [
    ...(days > 548 ? [[days / 365, 'year'] as const] : []),
    ...(days > 17 ? [[days / 7, 'week'] as const] : []),
    [Math.max(days, 1), 'day'] as const,
  ][0] ?? [1, 'day'];
  const rounded = Math.round(count);
  return `${number(rounded)} ${unit}${rounded === 1 ? '' : 's'}`;
}

const versionsOf = (arms: ExperimentArm[]) => {
  const numbers = arms.map(({ versionNumber }) => versionNumber);
  return numbers.length === 1 ? `Version ${numbers[0]}` : `Versions ${numbers.join(' and ')}`;
};

/** By how much an arm differs from the live version. */
function difference({ liftLow, liftHigh, isBetter }: ExperimentArm, goal: Experiment['goal']): string {
  const [near, far] = isBetter ? [liftLow, liftHigh] : [liftHigh, liftLow];
  const [least, most] = [near, far].map((lift) => (lift === null ? undefined : percent(lift)));
  // A decision stays, also where later visits say less.
  const isCertain = near !== null && (isBetter ? near > 0 : near < 0);
  if (!isCertain) return most ? `up to ${most} ${isBetter ? 'more' : 'fewer'} ${goalWords[goal]}` : '';
  return `${most ? `${least} to ${most}` : `at least ${least}`} ${isBetter ? 'more' : 'fewer'} ${goalWords[goal]}`;
}

/** What was decided, as one sentence. */
function decision({ arms, goal, winnerVersionId }: Omit<Experiment, 'sentence'>): string {
  const decided = arms.filter((arm) => arm.isBetter !== null);
  const [first, ...others] = decided.filter(({ isBetter }) => isBetter);
  if (first && others.length > 0)
    return `${versionsOf([first, ...others])} are ahead of the live version. Which of them is best is not decided.`;
  const shown = first ?? decided[0];
  if (!shown) return '';
  if (!first && winnerVersionId !== null && arms.length > 2)
    return 'The live version is ahead of all others. Decided.';
  const more = difference(shown, goal);
  return `${versionsOf([shown])} is ${first ? 'ahead' : 'behind'}${more && `: ${more}`}. Decided.`;
}

/** The state of a test, as one sentence that a marketer reads. */
export function sentenceOf(test: Omit<Experiment, 'sentence'>): string {
  const { arms, status, estimate, splitBrokenAt, decidedAt, startedAt } = test;
  const visitors = arms.reduce((sum, arm) => sum + arm.visitors, 0);
  const seen = `${number(visitors)} ${visitors === 1 ? 'visitor' : 'visitors'}`;
  if (status === 'draft') {
    if (!estimate) return 'It has not started.';
    const { visitorsPerDay, rate, days } = estimate;
    return `At ${number(visitorsPerDay)} visits a day and ${percent(rate)}, a difference of half takes about ${daysInWords(days)}.`;
  }
  if (splitBrokenAt !== null)
    return `The visitors do not follow the weights: ${arms.map((arm) => number(arm.visitors)).join(' to ')}. Nothing can be called a winner.`;
  if (decidedAt !== null) return decision(test);
  if (status === 'ended') return `It ended without a decision, after ${seen}.`;
  if (!estimate || startedAt === null) return `Not decided: ${seen} so far.`;
  const left = estimate.days - (Date.now() - Date.parse(startedAt)) / dayMs;
  return left > 0
    ? `Not decided: ${seen}, about ${daysInWords(left)} more.`
    : `Not decided: ${seen}. A difference of half would probably have shown by now.`;
}
