import type { Experiment, ExperimentArm } from '@footfall/client';
import { type Goal, goalWords, liftWords, versionsWords } from '../../../../src/vocabulary/experiments.ts';
import { dayAndTime } from '../../lib/format.ts';

const atStart = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** What counts, as the head of a column: Conversions, Forms, Clicks on the button. */
export const goalLabel = (goal: Goal): string => atStart(goalWords[goal]);

/** Versions by their numbers: "version 1 against versions 2 and 3". */
export function armsInWords(arms: readonly Pick<ExperimentArm, 'versionNumber'>[]): string {
  return `${versionsWords(arms.slice(0, 1))} against ${versionsWords(arms.slice(1))}`;
}

/** What a test is called: by its name, or else by its versions. */
export const testName = ({ name, arms }: Pick<Experiment, 'name' | 'arms'>): string =>
  name ?? atStart(armsInWords(arms));

/** By how much an arm differs from the live version, as far as it is known. */
export const intervalWords = (arm: ExperimentArm): string => liftWords(arm) ?? 'too early to say';

/** What was found of an arm, by word and colour. */
export function verdictOf(
  { arms, splitBrokenAt }: Pick<Experiment, 'arms' | 'splitBrokenAt'>,
  { versionId, isBetter }: Pick<ExperimentArm, 'versionId' | 'isBetter'>,
): { text: string; tone: '' | 'good' | 'bad' } {
  if (versionId === arms[0]?.versionId) return { text: 'Live', tone: '' };
  if (splitBrokenAt !== null) return { text: 'No result', tone: '' };
  if (isBetter === null) return { text: 'Not decided', tone: '' };
  return isBetter ? { text: 'Ahead', tone: 'good' } : { text: 'Behind', tone: 'bad' };
}

/** How a test has ended: "stopped on 22 Nov 2026, 14:05". */
export function endInWords({ endReason, endedAt, publishedVersionId, arms }: Experiment): string {
  const published = arms.find(({ versionId }) => versionId === publishedVersionId);
  const how: Record<NonNullable<Experiment['endReason']>, string> = {
    stopped: 'stopped',
    winner: published ? `ended with version ${published.versionNumber}` : 'ended',
    due: 'ended at its time',
    archived: 'ended with the archive',
  };
  return `${how[endReason ?? 'stopped']}${endedAt ? ` on ${dayAndTime(endedAt)}` : ''}`;
}
