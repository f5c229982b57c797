import type { VisitFilter } from '../../analytics/filters.ts';
import { pulse } from '../../analytics/follow.ts';
import { useQuestion } from '../../data/query.ts';
import { plural } from '../../lib/format.ts';
import { goingOnQuestion } from './questions.ts';

/** How many visits are going on now. It follows by itself. */
export function GoingOn({ filter }: { filter: VisitFilter }) {
  const { data } = useQuestion(goingOnQuestion(filter), { every: pulse });
  if (data === undefined) return null;
  return (
    <span
      class={data ? 'going-on is-now tabular muted' : 'going-on tabular muted'}
      title="Active within the last half hour"
    >
      {data === 0 ? 'No visit going on' : `${plural(data, 'visit')} going on`}
    </span>
  );
}
