import { dayMs } from '../../lib/durations.ts';
import { isSplitBroken } from '../../lib/sequential.ts';
import {
  daysWords,
  estimateWords,
  expectedLift,
  goalWords,
  liftWords,
  longestTest,
  numberWords as number,
  percentWords as percent,
  shareWords,
  versionsWords,
} from '../../vocabulary/experiments.ts';
import type { Experiment, ExperimentArm } from './schemas.ts';

/** By how much an arm that was decided differs from the live version. Empty where later visits say otherwise. */
function difference({ liftLow, liftHigh, isBetter }: ExperimentArm, goal: Experiment['goal']): string {
  const isStill = isBetter ? (liftLow ?? -1) > 0 : liftHigh !== null && liftHigh < 0;
  return isStill ? `: ${liftWords({ liftLow, liftHigh })} ${goalWords[goal]}` : '';
}

/** What was decided, as one sentence. */
function decision({ arms, goal, winnerVersionId }: Omit<Experiment, 'sentence'>): string {
  const decided = arms.filter((arm) => arm.isBetter !== null);
  const [first, ...others] = decided.filter(({ isBetter }) => isBetter);
  if (first && others.length > 0)
    return `${versionsWords([first, ...others], 'Version')} are ahead of the live version. Which of them is best is not decided.`;
  const shown = first ?? decided[0];
  if (!shown) return '';
  if (!first && winnerVersionId !== null && arms.length > 2)
    return 'The live version is ahead of all others. Decided.';
  return `${versionsWords([shown], 'Version')} is ${first ? 'ahead' : 'behind'}${difference(shown, goal)}. Decided.`;
}

/** Why no winner is named: by the version that lacks most visitors, unless those who came later hide it. */
function brokenSplit(arms: ExperimentArm[], visitors: number): string {
  if (!isSplitBroken(arms))
    return 'For a time something sent visitors to one version, so no winner is named.';
  const weights = arms.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = ({ weight }: ExperimentArm) => weight / weights;
  const lack = (arm: ExperimentArm) => arm.visitors / shareOf(arm);
  const least = arms.reduce((one, other) => (lack(other) < lack(one) ? other : one));
  return `${versionsWords([least], 'Version')} got ${number(least.visitors)} of ${number(visitors)} visitors, although ${shareWords(shareOf(least))} should see it. Something sends visitors to one version, so no winner is named.`;
}

/** The state of a test, as one sentence that a marketer reads. */
export function sentenceOf(test: Omit<Experiment, 'sentence'>): string {
  const { arms, goal, status, estimate, splitBrokenAt, decidedAt, startedAt } = test;
  const visitors = arms.reduce((sum, arm) => sum + arm.visitors, 0);
  const seen = `${number(visitors)} ${visitors === 1 ? 'visitor' : 'visitors'}`;
  if (status === 'draft') return estimate ? estimateWords(goal, estimate) : 'It has not started.';
  if (splitBrokenAt !== null) return brokenSplit(arms, visitors);
  if (decidedAt !== null) return decision(test);
  if (status === 'ended') return `It ended without a decision, after ${seen}.`;
  // A list has no estimate. Its sentence is the first one of the whole answer.
  const soFar = `Not decided: ${seen} so far.`;
  if (!estimate || startedAt === null) return soFar;
  if (estimate.days > longestTest) return `${soFar} At this traffic it takes more than half a year.`;
  const left = estimate.days - Math.floor((Date.now() - Date.parse(startedAt)) / dayMs);
  return left > 0
    ? `${soFar} It takes about ${daysWords(left)} more.`
    : `${soFar} ${percent(expectedLift)} more ${goalWords[goal]} would probably have been found by now.`;
}
