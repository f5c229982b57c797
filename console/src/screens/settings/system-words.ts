import type { System } from '@footfall/client';
import { stallSentence } from '../../../../src/vocabulary/stalls.ts';
import { dayAndTime, decimal, number, plural } from '../../lib/format.ts';

/** Something that an operator has to look at. */
export interface Trouble {
  text: string;
  /** It is known, and takes care of itself. */
  isMild?: boolean;
}

/** What is wrong with the service, the worst first. Empty if it all runs. */
export function troublesOf(system: System, now = Date.now()): Trouble[] {
  const { cron, deliveries, givenUp, errors } = system;
  const off = deliveries.filter(({ disabledAt }) => disabledAt !== null).length;
  const failing = deliveries.filter(
    ({ failingSince, disabledAt }) => failingSince !== null && disabledAt === null,
  ).length;
  const latest = errors.filter(({ lastAt }) => Date.parse(lastAt) > now - 86_400_000);
  const troubles: (Trouble | false)[] = [
    ...system.stalled.map((stall) => ({ text: stallSentence(stall, (at) => dayAndTime(at)) })),
    ...cron.tasks
      .filter(({ isFailing }) => isFailing)
      .map(({ task, failedWith }) => ({ text: `The task “${task}” fails: ${failedWith ?? 'unknown'}.` })),
    givenUp.lost > 0 && {
      text: `${plural(givenUp.lost, 'message was', 'messages were')} lost: there was no room for more.`,
    },
    failing > 0 && {
      text: `${plural(failing, 'webhook')} cannot be reached now. It is tried again.`,
      isMild: true,
    },
    off > 0 && { text: `${plural(off, 'webhook is', 'webhooks are')} off.`, isMild: true },
    latest.length > 0 && {
      text: `${plural(
        latest.reduce((sum, { count }) => sum + count, 0),
        'error',
      )} of kinds that came in the last day.`,
      isMild: true,
    },
  ];
  return troubles.filter((trouble) => trouble !== false);
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size in words, such as 48.2 MB. */
export function size(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  const shown = power === 0 || value >= 100 ? number(Math.round(value)) : decimal(value);
  return `${shown} ${units[power]}`;
}
