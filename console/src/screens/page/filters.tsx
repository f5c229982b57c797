import { dimensionNames, dimensions, showValue } from '../../analytics/dimensions.ts';
import { filteredBy, onlyBy } from '../../analytics/filters.ts';
import { useValueNames } from '../../analytics/value-names.ts';
import { useAudiences } from '../../data/audience-names.ts';
import { FilterPills } from '../../kit/pills.tsx';
import { here, useRoute } from '../../nav/router.ts';

const byDimension = Object.fromEntries(
  dimensionNames.map((name) => [
    name,
    { label: dimensions[name].label, show: (value: string) => showValue(name, value) },
  ]),
);

/** What the numbers are limited to, and what cannot be. */
export function Filters({ pageId }: { pageId: string }) {
  const { query } = useRoute();
  const { audience } = query;
  const names = useAudiences(pageId, audience ? [audience] : undefined);
  const linkName = useValueNames('pageLinkId', pageId, [query.pageLinkId]);
  const used = filteredBy(query);
  const [first] = used;
  if (!audience && !first) return null;
  return (
    <div class="filters">
      <FilterPills
        filters={{
          ...byDimension,
          pageLinkId: { label: dimensions.pageLinkId.label, show: linkName },
          audience: {
            label: 'Audience',
            show: (id) => names.data?.get(id)?.effectiveName ?? id,
          },
        }}
      />
      {used.length > 1 && first ? (
        <p>
          Figures can be limited to one value at a time, not to {used.length} together. Keep{' '}
          <a href={here(onlyBy(first, query[first]))}>only {dimensions[first].label.toLowerCase()}</a>, or{' '}
          <a href={here({ view: 'sessions' })}>list the visits that match all</a>.
        </p>
      ) : (
        <p class="muted">
          {first &&
            'Figures, chart and funnel are of these visits. The lists below are of all visits: figures can be limited to one value at a time. '}
          <a href={here({ view: 'sessions' })}>See these visits one by one</a>
        </p>
      )}
    </div>
  );
}
