import type { VisitFilter } from '../../analytics/filters.ts';
import type { Range } from '../../analytics/range.ts';
import { useAsked } from '../../data/api.ts';
import { RunningTests, useRunningTests } from '../experiments/running-tests.tsx';
import { useSubjectNames } from '../history/names.ts';
import { audiencesAsked } from './questions.ts';

/**
 * The tests that run on all pages. Their audiences have the names of the figures, which are asked for anyway. With a
 * filter, one that has no visits there is asked for by its id.
 */
export function Running({ range, filter }: { range: Range; filter: VisitFilter }) {
  const { data, error } = useAsked('all-audiences', audiencesAsked(range, filter));
  const names = new Map(data?.items.map(({ audienceId, name }) => [audienceId, name]));
  const areKnown = data !== undefined || error !== undefined;
  const ids = useRunningTests().data?.items.map(({ audienceId }) => audienceId) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const nameOf = useSubjectNames(areKnown && isFiltered ? ids.filter((id) => !names.has(id)) : []);
  return (
    <RunningTests
      nameOf={areKnown ? (id) => names.get(id) ?? (nameOf(id) || undefined) : undefined}
      note={isFiltered && 'Tests count all visitors: the filters do not limit them.'}
    />
  );
}
