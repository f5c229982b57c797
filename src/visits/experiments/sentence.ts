import { dayMs } from '../../lib/durations.ts';
import {
  daysWords,
  estimateWords,
  goalWords,
  numberWords as number,
  percentWords as percent,
} from '../../vocabulary/experiments.ts';
import type { Experiment, ExperimentArm } from './schemas.ts';

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
  const isPossible = far !== null && (isBetter ? far > 0 : far < 0);
  if (!isCertain) return isPossible ? `up to ${most} ${isBetter ? 'more' : 'fewer'} ${goalWords[goal]}` : '';
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
  if (status === 'draft') return estimate ? estimateWords(estimate) : 'It has not started.';
  if (splitBrokenAt !== null)
    return `The visitors do not follow the weights: ${arms.map((arm) => number(arm.visitors)).join(' to ')}. Nothing can be called a winner.`;
  if (decidedAt !== null) return decision(test);
  if (status === 'ended') return `It ended without a decision, after ${seen}.`;
  if (!estimate || startedAt === null) return `Not decided: ${seen} so far.`;
  const left = estimate.days - (Date.now() - Date.parse(startedAt)) / dayMs;
  return left > 0
    ? `Not decided: ${seen}, about ${daysWords(left)} more.`
    : `Not decided: ${seen}. A difference of half would probably have shown by now.`;
}
