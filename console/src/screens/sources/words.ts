import {
  deleteSource,
  type KeptMapped,
  listSources,
  type Source,
  type SourceUpdate,
  updateSource,
} from '@footfall/client';
import { ask, type Match, type Read, useItems } from '../../data/api.ts';
import { deleteLater } from '../../data/deleting.ts';
import type { QueryState } from '../../data/query.ts';
import { number } from '../../lib/format.ts';
import { typeInWords } from '../timeline/log-types.ts';
import { providers } from './providers.ts';

/** What came, and what became of it. */
export type Received = Source['recent'][number];

/** All sources: a workspace has 50 at most. */
export const useSources = (): QueryState<Source[]> => useItems('sources', listSources);

/** What a source is called: "Stripe", or "Stripe: stripe-eu" if somebody named it. */
export function sourceName({ provider, name }: Pick<Source, 'provider' | 'name'>): string {
  const { label } = providers[provider];
  return name === provider ? label : `${label}: ${name}`;
}

/** Why a delivery was kept, in words. */
export const reasonInWords = (reason: string | null): string =>
  reason === 'invalid_identifier' ? 'what names the person is not valid' : 'it names nobody';

/** Whether a source takes what comes, as a badge. */
export function stateOf({ hasSecret, receivedCount }: Pick<Source, 'hasSecret' | 'receivedCount'>): {
  tone: 'good' | 'warn' | 'accent';
  badge: string;
} {
  if (!hasSecret) return { tone: 'warn', badge: 'No secret yet' };
  return receivedCount === 0 ? { tone: 'accent', badge: 'Waiting' } : { tone: 'good', badge: 'Receiving' };
}

/** What became of a delivery, after its type: "logged for Zoë", "kept: it names nobody". */
export function outcomeInWords({ outcome, reason, personId }: Received, name: string | undefined): string {
  if (outcome === 'logged') return personId ? `logged for ${name || 'a person'}` : 'logged';
  return outcome === 'kept' ? `kept: ${reasonInWords(reason)}` : 'left out by the mapping';
}

/** A delivery in a sentence: "Received: Invoice paid, logged for Zoë". */
export const receivedInWords = (received: Received, name: string | undefined): string =>
  `Received: ${typeInWords(received.type)}, ${outcomeInWords(received, name)}`;

/** What became of kept deliveries that were mapped: "3 were logged, 1 is still kept". */
export function mappedInWords(
  outcomes: readonly { outcome: KeptMapped['outcomes'][number]['outcome'] }[],
): string {
  if (outcomes.length === 0) return 'Nothing was left to map';
  const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
  const said = (outcome: string, one: string, many: string) => {
    const found = count(outcome);
    return found > 0 ? `${number(found)} ${found === 1 ? one : many}` : [];
  };
  return [
    said('logged', 'was logged', 'were logged'),
    said('replayed', 'was a log already', 'were logs already'),
    said('excluded', 'was left out', 'were left out'),
    said('kept', 'is still kept', 'are still kept'),
  ]
    .flat()
    .join(', ');
}

type Counts = Pick<Source, 'receivedCount' | 'loggedCount' | 'excludedCount'>;

/** How many deliveries a source had, and what became of them: "42, of which 40 were logged". */
export const countsInWords = ({ receivedCount, loggedCount, excludedCount }: Counts): string =>
  `${number(receivedCount)}, of which ${number(loggedCount)} were logged${excludedCount > 0 ? ` and ${number(excludedCount)} left out` : ''}`;

/** Changes a source, if it is as it was read. */
export const changeSource = (id: string, body: SourceUpdate, match: Match) =>
  ask(updateSource, { path: { source_id: id }, body, headers: match });

/** Deletes a source some seconds later, in which it can be undone. */
export const removeSource = ({ data, match }: Read<Source>): void =>
  deleteLater({
    id: data.sourceId,
    text: `“${sourceName(data)}” was deleted`,
    send: () => ask(deleteSource, { path: { source_id: data.sourceId }, headers: match, keepalive: true }),
  });
