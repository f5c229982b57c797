/** What counts as success of a test. */
export const goals = ['conversion', 'formSubmit', 'actionClick'] as const;
export type Goal = (typeof goals)[number];

/** What people call many of them. */
export const goalWords: Record<Goal, string> = {
  conversion: 'conversions',
  formSubmit: 'forms',
  actionClick: 'clicks on the button',
};

export const experimentStatuses = ['draft', 'running', 'ended'] as const;
export type ExperimentStatus = (typeof experimentStatuses)[number];

/** Why a test has ended: somebody stopped it, published a winner, its time came, or its audience was archived. */
export const endReasons = ['stopped', 'winner', 'due', 'archived'] as const;
export type EndReason = (typeof endReasons)[number];

/** The lift of which is said how long it takes: half more. */
export const expectedLift = 0.5;
/** A test that takes longer than so many days is not likely to end. */
export const longestTest = 180;

/** A number in a sentence: 1,204, or 4.5 below ten. */
export const numberWords = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
/** A share or a lift in a sentence, without its sign: 5%. What is nearly none or nearly all is not rounded to it. */
export function percentWords(value: number): string {
  const percent = Math.abs(value) * 100;
  if (percent > 0 && percent < 0.05) return 'less than 0.1%';
  return percent >= 99.5 && percent < 100 ? `${Math.floor(percent * 10) / 10}%` : `${numberWords(percent)}%`;
}

/** Versions by their numbers, such as "versions 2, 3 and 4". */
export function versionsWords(
  arms: readonly { versionNumber: number }[],
  word: 'version' | 'Version' = 'version',
): string {
  const numbers = arms.map(({ versionNumber }) => versionNumber);
  const last = numbers.pop();
  return numbers.length === 0 ? `${word} ${last}` : `${word}s ${numbers.join(', ')} and ${last}`;
}

/** A share of all visitors as a sentence says it: half, or 30%. */
export function shareWords(share: number): string {
  const named: Record<string, string> = { 2: 'half', 3: 'a third', 4: 'a quarter', 10: 'a tenth' };
  return named[1 / share] ?? percentWords(share);
}

/** An interval whose ends differ by this factor, and in which "the same" is, says nothing yet. */
const tooWide = 4;
/** From this lift on, which is ten times as many, an upper end says nothing. */
const tooHigh = 9;

/**
 * What is known of a lift by its interval: "8% to 61% more", "at least 10% fewer", "between 20% fewer and 60% more". Undefined while it
 * is too early to say.
 */
export function liftWords({ liftLow, liftHigh }: { liftLow: number | null; liftHigh: number | null }) {
  const low = liftLow ?? -1;
  const high = liftHigh ?? Number.POSITIVE_INFINITY;
  const words = percentWords;
  if (low > 0)
    return high >= tooHigh ? `at least ${words(low)} more` : `${words(low)} to ${words(high)} more`;
  if (high < 0) return low <= -1 ? `at least ${words(high)} fewer` : `${words(high)} to ${words(low)} fewer`;
  if (1 + high >= tooWide * (1 + low)) return undefined;
  return `between ${words(low)} fewer and ${words(high)} more`;
}

/** About how long some days are, such as "9 weeks". */
export function daysWords(days: number): string {
  const [count, unit] = [
    ...(days > 548 ? [[days / 365, 'year'] as const] : []),
    ...(days > 17 ? [[days / 7, 'week'] as const] : []),
    [Math.max(days, 1), 'day'] as const,
  ][0] ?? [1, 'day'];
  const rounded = Math.round(count);
  return `${numberWords(rounded)} ${unit}${rounded === 1 ? '' : 's'}`;
}

/** How long a test takes. */
interface Estimate {
  visitorsPerDay: number;
  rate: number;
  days: number;
}

/** How long a test takes, as a sentence. */
export const estimateWords = (goal: Goal, { visitorsPerDay, rate, days }: Estimate): string =>
  `At ${numberWords(visitorsPerDay)} visits a day and a rate of ${percentWords(rate)}, ${percentWords(expectedLift)} more ${goalWords[goal]} are found in about ${daysWords(days)}.`;

/** How long a test takes that is not made yet, or why nobody knows. */
export function forecastWords(goal: Goal, estimate: Estimate | null): string {
  if (estimate) return estimateWords(goal, estimate);
  return goal === 'actionClick'
    ? 'How long it takes is known once there are clicks: they are counted while the test runs.'
    : 'How long it takes is not known: none of the latest visits reached the goal.';
}
