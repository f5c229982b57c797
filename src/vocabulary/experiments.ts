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

/** A number in a sentence: 1,204, or 4.5 below ten. */
export const numberWords = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
/** A share or a lift in a sentence, without its sign: 5 %. */
export const percentWords = (value: number): string => `${numberWords(Math.abs(value) * 100)} %`;

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

/** How long a test takes, as a sentence. */
export const estimateWords = ({
  visitorsPerDay,
  rate,
  days,
}: {
  visitorsPerDay: number;
  rate: number;
  days: number;
}): string =>
  `At ${numberWords(visitorsPerDay)} visits a day and ${percentWords(rate)}, a difference of half takes about ${daysWords(days)}.`;
