import type { ComponentChildren } from 'preact';
import { useQuery } from '../data/query.ts';
import { Await } from '../kit/await.tsx';
import { Skeleton } from '../kit/states.tsx';
import { number } from '../lib/format.ts';
import { here, useRoute } from '../nav/router.ts';
import { countsBefore } from './before.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import { chosenOf, type PageFilter, toggleValue } from './filters.ts';
import { shownMeasure } from './lines.ts';
import { hiddenOf, inOrder, panelMeasure, type Sort } from './panel-measure.ts';
import { PanelTable } from './panel-table.tsx';
import { breakdownOf, mostItems, spanQuery } from './questions.ts';
import type { Range, Span } from './range.ts';
import { useValueNames } from './value-names.ts';

/** A panel shows so many values until it is asked for more. */
const few = 8;

export interface PanelProps {
  title: string;
  /** What the panel can show; the first is shown until another is chosen. */
  by: readonly Dimension[];
  /** The name in the address of what it shows. */
  param: string;
  /** Undefined for all pages. */
  pageId: string | undefined;
  range: Range;
  filter: PageFilter;
  /** What stands below the values of a dimension. */
  footer?: (shown: Dimension) => ComponentChildren;
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

/** The values of a dimension that a panel shows, and those of the period before. */
function useValues({ param, pageId, range, filter }: PanelProps, by: Dimension, limit: number, sort: Sort) {
  const ask = (span: Span, most: number) => async (signal: AbortSignal) => ({
    // The old values stay until the new ones are there, under their own name.
    ...{ by, sort },
    ...(await breakdownOf(
      pageId,
      { ...spanQuery(span, range.zone), ...filter, by, sort, limit: most },
      signal,
    )),
  });
  const of = [pageId, by, filter, sort, range.zone];
  const { startDate, endDate, elapsed } = range;
  const answer = useQuery([`breakdown-${param}`, ...of, startDate, endDate, limit], ask(range, limit));
  // After the figures of the range, which are what most come for.
  const isFirst = answer.data?.by !== by || answer.data.sort !== sort;
  const earlier = useQuery(
    isFirst ? undefined : elapsed && [`breakdown-${param}-before`, ...of, elapsed],
    ask(elapsed ?? range, mostItems),
  );
  return { answer, earlier: elapsed && !earlier.isStale ? earlier.data : undefined };
}

/** The visits of a page, or of all, by one dimension. A click on a value limits all figures to it. */
export function Panel(props: PanelProps) {
  const { title, by, param, pageId, range, footer } = props;
  const { query } = useRoute();
  const measure = panelMeasure(shownMeasure(query.metric));
  const shown = by.find((name) => name === query[param]) ?? by[0] ?? 'referrer';
  const isWhole = query.all === shown;
  const limit = isWhole || measure.rate ? mostItems : few;
  const { answer, earlier } = useValues(props, shown, limit, measure.sort);
  const before = earlier && countsBefore(earlier.items, ({ value }) => value, !earlier.other, measure.count);
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
        {({ by: name, sort, items, other }) => {
          const all = sort === measure.sort ? inOrder(items, measure) : items;
          const most = isWhole ? mostItems : few;
          const hidden = hiddenOf(all.slice(most), other);
          const chosen = chosenOf(query, name);
          return (
            <>
              <PanelTable
                {...measure}
                label={dimensions[name].label}
                rows={all.slice(0, most).map((item) => ({
                  key: item.value ?? '',
                  name: item.value === null ? dimensions[name].unknown : nameOf(item.value),
                  count: item[measure.count],
                  before: earlier?.by === name ? before?.(item.value) : undefined,
                  last: measure.last(item),
                  isChosen: chosen.includes(item.value),
                  href: here(toggleValue(query, name, item.value)),
                }))}
                isCompared={range.elapsed !== undefined}
              />
              {measure.rate && other && (
                <p class="panel-more note muted">
                  Of the {mostItems} with the most {measure.countLabel.toLowerCase()}.
                </p>
              )}
              {(hidden || isWhole) && (
                <p class="panel-more">
                  {hidden && (
                    <span class="muted tabular">
                      All others: {number(hidden[measure.count])} ({measure.last(hidden)})
                    </span>
                  )}
                  <a href={here({ all: isWhole ? undefined : shown })}>
                    {isWhole ? 'Show less' : 'Show more'}
                    <span class="visually-hidden"> of {dimensions[shown].label}</span>
                  </a>
                </p>
              )}
              {footer?.(name)}
            </>
          );
        }}
      </Await>
    </section>
  );
}
