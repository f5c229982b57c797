import type { DimensionValues, Grouping } from '../dimensions.ts';
import { contributionOf, type Facts, negated, parseFacts } from '../facts.ts';
import type { PackedSums } from '../measures.ts';
import type { Plan } from '../spans.ts';
import { type AnswerScope, type ChangeRows, type TailRows, throwIfBehind } from './tail.ts';

/** What sessions contribute to an answer. */
export interface AnswerContribution {
  /** Milliseconds since 1970. */
  at: number;
  /** The value of the grouping; null if it is unknown. */
  value: string | null;
  sums: PackedSums;
}

function valueIn(facts: Facts, pageId: string, grouping: Grouping): string | null {
  if (grouping === 'all') return '';
  if (grouping === 'page') return pageId;
  return grouping === 'audience' ? facts.audienceId : (facts as DimensionValues)[grouping];
}

/**
 * What the sessions of `tailStatements` contribute at `now`, in milliseconds since 1970. Throws when
 * too many wait for the roll-up.
 */
export function* tailContributions(
  rows: TailRows,
  scope: AnswerScope,
  now: number,
): Generator<AnswerContribution> {
  throwIfBehind(
    rows.map(({ length }) => length),
    scope,
  );
  for (const { facts, value } of rows.flat()) {
    const { at, sums } = contributionOf(parseFacts(facts), now);
    yield { at, sums, value };
  }
}

/**
 * What the corrections and removed sessions of `changeStatements` contribute at `now`, in milliseconds since 1970.
 * Throws when too many wait for the roll-up.
 */
export function* changeContributions(
  [corrections, removed]: ChangeRows,
  scope: AnswerScope,
  plan: Plan,
  now: number,
): Generator<AnswerContribution> {
  throwIfBehind([corrections.length, removed.length], scope);
  const isOf = (one: { audienceId: string | null }) =>
    scope.audienceId === undefined || one.audienceId === scope.audienceId;
  for (const { pageId, counted, facts, value } of corrections) {
    // The sessions of cut quarters are among the edges.
    const present = contributionOf(parseFacts(facts), now);
    if (isOf(present) && !plan.isCut(present.at)) yield { at: present.at, sums: present.sums, value };
    if (counted === null) continue;
    const before = parseFacts(counted);
    const { at, sums } = negated(contributionOf(before, Number.POSITIVE_INFINITY));
    if (isOf(before) && !plan.isCut(at)) yield { at, sums, value: valueIn(before, pageId, scope.grouping) };
  }
  for (const { at, audienceId, sums, value } of removed)
    if (isOf({ audienceId })) yield { at, sums: JSON.parse(sums), value };
}
