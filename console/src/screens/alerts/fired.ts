import type { AlertFiring } from '@footfall/client';
import type { FiringFacts } from '../../../../src/vocabulary/firing-facts.ts';
import { firedSentences } from '../../../../src/vocabulary/firing-sentences.ts';
import { decimal } from '../../lib/decimal.ts';
import { shortDate, shortDay } from '../../lib/format.ts';
import type { NameOf } from './words.ts';

/** Something that an alert has told, or would have. */
export type Fired = Pick<AlertFiring, 'firedAt' | 'subject' | 'facts'>;

/** What an alert has told, as a sentence: in the words that its channel got. A date without a time is one of UTC. */
export const firedInWords = ({ subject, facts }: Fired, nameOf: NameOf): string =>
  firedSentences(
    { subject, facts: facts as FiringFacts },
    {
      ...{ number: decimal, nameOf },
      ...{ day: (date) => shortDay(date, 'UTC'), date: (date) => shortDate(date, 'UTC') },
    },
  ).join(' ');

/** The records whose names these sentences need. */
export const namesNeeded = (all: readonly Fired[]): string[] => [
  ...new Set(
    all.flatMap(({ subject, facts: { bestAudience, accountIds = [] } }) => [
      ...(subject === null ? [] : [subject]),
      ...[bestAudience, bestAudience?.against].flatMap((audience) => audience?.audienceId ?? []),
      ...accountIds,
    ]),
  ),
];
