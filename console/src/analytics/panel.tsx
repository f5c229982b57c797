import { type Breakdown, isProblem } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import { answerTo } from '../data/api.ts';
import { type QueryState, useQuery } from '../data/query.ts';
import { Download } from '../kit/download.tsx';
import { Choice } from '../kit/pills.tsx';
import { Await, Skeleton } from '../kit/states.tsx';
import { here, useRoute } from '../nav/router.ts';
import { dimensions } from './dimensions.ts';
import { chosenOf, clickedValue, isExcluded, type PageFilter } from './filters.ts';
import { shownMeasure } from './measures.ts';
import {
  hiddenOf,
  inOrder,
  type PanelMeasure,
  panelMeasure,
  type Sort,
  shownOf,
  withoutInWords,
} from './panel-measure.ts';
import { few, PanelMore, PanelTable } from './panel-table.tsx';
import { breakdown, breakdowns, comparedQuery, mostItems, spanQuery } from './questions.ts';
import type { Range } from './range.ts';
import { ValueIcon } from './value-icon.tsx';
import { useValueNames } from './value-names.ts';

export interface PanelProps {
  title: string;
  /** What the panel can show; the first is shown until another is chosen. */
  by: readonly Dimension[];
  /** The name in the address of what it shows. */
  param: string;
  /** What this panel and those beside it show first. */
  together: readonly Dimension[];
  /** Undefined for all pages. */
  pageId: string | undefined;
  range: Range;
  filter: PageFilter;
  /** What stands below the values of a dimension. */
  footer?: (shown: Dimension) => ComponentChildren;
}

/** The values of a dimension, with the order in which they were asked for. */
type Values = Pick<Breakdown, 'items' | 'other'> & { by: Dimension; sort: Sort };

/** Which visits a panel counts, and in what order its values come. */
const queryOf = ({ range, filter }: PanelProps, sort: Sort) => ({
  ...spanQuery(range, range.zone),
  ...comparedQuery(range.elapsed),
  ...filter,
  sort,
});

/**
 * What a panel shows. The first choices of all panels come in one answer; another choice, or more values, in one of its
 * own. The old values stay until the new ones are there, under their own name.
 */
function useValues(
  props: PanelProps,
  { shown, isWhole, measure: { sort, rate } }: { shown: Dimension; isWhole: boolean; measure: PanelMeasure },
): QueryState<Values> {
  const {
    by: [first = 'referrer'],
    param,
    together,
    pageId,
    range,
    filter,
  } = props;
  const { zone, startDate, endDate, elapsed } = range;
  const least = rate ? mostItems : few;
  const limit = isWhole ? mostItems : least;
  const query = queryOf(props, sort);
  const of = [pageId, filter, sort, zone, startDate, endDate, elapsed];
  const ofAll = useQuery(['breakdowns', ...of, together, least], async (signal) => ({
    sort,
    ...(await answerTo(breakdowns(pageId, { ...query, by: [...together], limit: least }), signal)),
  }));
  // One dimension with very many values must not take the others away.
  const isRefused = isProblem(ofAll.error, 'too_many_values');
  const isOwn = isRefused || shown !== first || limit !== least;
  const own = useQuery(
    isOwn ? [`breakdown-${param}`, ...of, shown, limit] : undefined,
    async (signal): Promise<Values> => ({
      by: shown,
      sort,
      ...(await answerTo(breakdown(pageId, { ...query, by: shown, limit }), signal)),
    }),
  );
  const ofFirst = ofAll.data?.breakdowns.find(({ by }) => by === first);
  const usual = ofFirst && { ...ofFirst, sort: ofAll.data?.sort ?? sort };
  return isOwn ? { ...own, data: own.data ?? usual } : { ...ofAll, data: usual };
}

/** The visits of a page, or of all, by one dimension. A click on a value limits all figures to it. */
export function Panel(props: PanelProps) {
  const { title, by, param, pageId, range, footer } = props;
  const { query } = useRoute();
  const measure = panelMeasure(shownMeasure(query.metric));
  const shown = by.find((name) => name === query[param]) ?? by[0] ?? 'referrer';
  const isWhole = query.all === shown;
  const answer = useValues(props, { shown, isWhole, measure });
  const nameOf = useValueNames(
    answer.data?.by,
    pageId,
    answer.data?.items.map(({ value }) => value),
  );
  return (
    <section class="panel box" aria-labelledby={`panel-${param}`}>
      <header>
        <h2 id={`panel-${param}`}>{title}</h2>
        {by.length > 1 && (
          <Choice
            label={title}
            param={param}
            choices={by.map((value) => ({ value, label: dimensions[value].label }))}
            class="panel-choices wrap small"
          />
        )}
        <Download
          what={`Visits by ${dimensions[shown].label}`}
          of={() => [breakdown(pageId, { ...queryOf(props, measure.sort), by: shown })]}
        />
      </header>
      <Await
        query={{ ...answer, isSlow: false }}
        what="these figures"
        skeleton={<Skeleton lines={few + 2} />}
      >
        {({ by: name, sort, items, other }) => {
          const ordered = sort === measure.sort ? inOrder(items, measure) : items;
          // Without a referrer a visit came directly, which is a row. Visits without another value are in none: a line says how many.
          const all = ordered.filter(({ value }) => value !== null || name === 'referrer');
          const without =
            ordered.length > all.length ? ordered.find(({ value }) => value === null) : undefined;
          const most = isWhole ? mostItems : few;
          const hidden = hiddenOf(all.slice(most), other);
          const chosen = isExcluded(query, name) ? [] : chosenOf(query, name);
          const isWithout = chosen.includes(null);
          return (
            <>
              <PanelTable
                {...measure}
                label={dimensions[name].label}
                none={without && null}
                rows={all.slice(0, most).map((item) => ({
                  key: item.value ?? '',
                  name: item.value === null ? dimensions[name].unknown : nameOf(item.value),
                  icon: <ValueIcon by={name} value={item.value} />,
                  ...shownOf(measure, item),
                  isChosen: chosen.includes(item.value),
                  href: here(clickedValue(query, name, item.value)),
                }))}
                isCompared={range.elapsed !== undefined}
              />
              {measure.rate && other && (
                <p class="panel-more note muted between">
                  Of the {mostItems} with the most {measure.countLabel.toLowerCase()}.
                </p>
              )}
              <PanelMore
                hidden={hidden}
                measure={measure}
                isWhole={isWhole}
                name={shown}
                label={dimensions[shown].label}
              />
              {without && (
                <p class="panel-more between">
                  <span class="muted tabular">
                    {withoutInWords(name, without, hiddenOf(items, other), measure)}
                  </span>
                  <a href={here(clickedValue(query, name, null))}>
                    {isWithout ? 'Remove the filter' : 'Show only these'}
                    <span class="visually-hidden">: {dimensions[name].unknown}</span>
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
