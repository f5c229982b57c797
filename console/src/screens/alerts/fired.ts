import type { AlertFiring } from '@footfall/client';
import { firedSentences } from '../../../../src/vocabulary/firing-sentences.ts';
import { decimal, shortDate, shortDay } from '../../lib/format.ts';
import type { NameOf } from './words.ts';

/** Something that an alert has told, or would have. */
export type Fired = Pick<AlertFiring, 'firedAt' | 'subject' | 'facts'>;

/** What an alert has told, as a sentence: in the words that its channel got. A date without a time is one of UTC. */
export const firedInWords = (fired: Fired, nameOf: NameOf): string =>
  firedSentences(fired, {
    number: decimal,
    nameOf,
    day: (date) => shortDay(date, 'UTC'),
    date: (date) => shortDate(date, 'UTC'),
  }).join(' ');

/** The records whose names these sentences need. */
export const namesNeeded = (all: readonly Fired[]): string[] => [
  ...new Set(
    all.flatMap(({ subject, facts }) => {
      if (facts.type !== 'weekly_report') return subject ?? [];
      const { bestAudience: best, accountIds } = facts;
      return [subject, best?.audienceId, best?.against?.audienceId, ...accountIds].flatMap((id) => id ?? []);
    }),
  ),
];
