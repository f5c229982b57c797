import type { BreakdownItem } from '@footfall/client';
import { useQuery } from '../data/query.ts';
import { Await } from '../kit/await.tsx';
import { Skeleton } from '../kit/states.tsx';
import { number, rate } from '../lib/format.ts';
import { here, link, useRoute } from '../nav/router.ts';
import { visitsBefore } from './before.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import { onlyBy } from './filters.ts';
import { type PanelRow, PanelTable } from './panel-table.tsx';
import { breakdownOf, mostItems, spanQuery } from './questions.ts';
import { type Range, rangeQuery } from './range.ts';
import { useValueNames } from './value-names.ts';

/** A panel shows so many values until it is asked for more. */
const few = 8;

export interface PanelProps {
  title: string;
  /** What the panel can show; the first is shown until another is chosen. */
  by: readonly Dimension[];
  /** The name in the address of what it shows. */
  param: string;
  pageId: string;
  range: Range;
  audienceId: string | undefined;
}

function Choices({
  title,
  by,
  param,
  shown,
}: Pick<PanelProps, 'title' | 'by' | 'param'> & { shown: Dimension }) {
  if (by.length === 1) return null;
  return (
    <nav class="panel-choices" aria-label={title}>
      {by.map((name, index) => (
        <a
          key={name}
          href={here({ [param]: index === 0 ? undefined : name })}
          aria-current={name === shown ? 'true' : undefined}
        >
          {dimensions[name].label}
        </a>
      ))}
    </nav>
  );
}

const rowOf = (
  by: Dimension,
  { value, totalSessions, conversionCount }: BreakdownItem,
  nameOf: (value: string) => string,
  before: ((value: string | null) => number | undefined) | undefined,
): PanelRow => ({
  key: value ?? '',
  name: value === null ? dimensions[by].unknown : nameOf(value),
  visits: totalSessions,
  before: before?.(value),
  conversions: conversionCount,
  filter: value === null ? undefined : onlyBy(by, value),
});

/** The visits of a page by one dimension. A click on a value limits the figures and the chart to it. */
export function Panel({ title, by, param, pageId, range, audienceId }: PanelProps) {
  const { query } = useRoute();
  const shown = by.find((name) => name === query[param]) ?? by[0] ?? 'referrer';
  const isWhole = query.all === shown;
  const limit = isWhole ? mostItems : few;
  const span = spanQuery(range, range.zone);
  const answer = useQuery([`breakdown-${param}`, pageId, shown, span, limit, audienceId], async (signal) => ({
    // The old values stay until the new ones are there, under their own name.
    by: shown,
    ...(await breakdownOf(pageId, { by: shown, limit, ...span, ...(audienceId && { audienceId }) }, signal)),
  }));
  // After the figures of the range, which are what most come for.
  const compared = answer.data?.by === shown ? range.elapsed : undefined;
  const earlier = useQuery(
    compared && [`breakdown-${param}-before`, pageId, shown, compared, range.zone, audienceId],
    async (signal) => ({
      by: shown,
      ...(await breakdownOf(
        pageId,
        {
          by: shown,
          limit: mostItems,
          ...spanQuery(compared ?? range, range.zone),
          ...(audienceId && { audienceId }),
        },
        signal,
      )),
    }),
  );
  const compareTo = range.elapsed && !earlier.isStale ? earlier.data : undefined;
  const before = compareTo && visitsBefore(compareTo.items, ({ value }) => value, compareTo.other === null);
  const nameOf = useValueNames(
    answer.data?.by,
    pageId,
    answer.data?.items.map(({ value }) => value),
  );
  return (
    <section class="panel" aria-labelledby={`panel-${param}`}>
      <header>
        <h2 id={`panel-${param}`}>{title}</h2>
        <Choices title={title} by={by} param={param} shown={shown} />
      </header>
      <Await query={{ ...answer, isSlow: false }} skeleton={<Skeleton lines={few + 2} />}>
        {({ by: name, items, other }) => (
          <>
            <PanelTable
              label={dimensions[name].label}
              rows={items.map((item) =>
                rowOf(name, item, nameOf, compareTo?.by === name ? before : undefined),
              )}
              isCompared={range.elapsed !== undefined}
              chosen={query[name]}
              removeFilter={onlyBy(name, undefined)}
            />
            {(other || isWhole) && (
              <p class="panel-more">
                {other && (
                  <span class="muted tabular">
                    All others: {number(other.totalSessions)} (
                    {rate(other.conversionCount, other.totalSessions)})
                  </span>
                )}
                <a href={here({ all: isWhole ? undefined : shown })}>
                  {isWhole ? 'Show less' : 'Show more'}
                  <span class="visually-hidden"> of {dimensions[shown].label}</span>
                </a>
              </p>
            )}
            {name === 'pageLinkId' && (
              <p class="panel-more">
                <a href={link('links', {}, { ...rangeQuery(query), page: pageId })}>
                  Compare the links of this page
                </a>
              </p>
            )}
          </>
        )}
      </Await>
    </section>
  );
}
