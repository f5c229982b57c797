import type { VisitFilter } from '../../analytics/filters.ts';
import type { Range } from '../../analytics/range.ts';
import { useAsked } from '../../data/api.ts';
import { RunningTests } from '../experiments/running-tests.tsx';
import { audiencesAsked } from './questions.ts';

/** The tests that run on all pages. Their audiences have the names of the figures, which are asked for anyway. */
export function Running({ range, filter }: { range: Range; filter: VisitFilter }) {
  const { data, error } = useAsked('all-audiences', audiencesAsked(range, filter));
  const names = new Map(data?.items.map(({ audienceId, name }) => [audienceId, name]));
  const areKnown = data !== undefined || error !== undefined;
  return <RunningTests nameOf={areKnown ? (id) => names.get(id) : undefined} />;
}
