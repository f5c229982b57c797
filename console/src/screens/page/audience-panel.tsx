import { countsBefore } from '../../analytics/before.ts';
import type { PageFilter } from '../../analytics/filters.ts';
import { shownMeasure } from '../../analytics/lines.ts';
import type { Totals } from '../../analytics/measures.ts';
import { inOrder, panelMeasure } from '../../analytics/panel-measure.ts';
import { PanelTable } from '../../analytics/panel-table.tsx';
import { audiencesOf, mostItems, spanQuery } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { nameIn, useAudiences } from '../../data/audience-names.ts';
import { useQuery } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { here, useRoute } from '../../nav/router.ts';

const few = 8;

export interface AudiencePanelProps {
  pageId: string;
  range: Range;
  filter: PageFilter;
  /** The figures of the page, which are those of the audience if it is filtered by one. */
  total: Totals | undefined;
  totalBefore: Totals | undefined;
}

/** The audiences of a page, and those of the period before. */
function useAudienceFigures({ pageId, range, filter, total, totalBefore }: AudiencePanelProps) {
  const { sort } = panelMeasure(shownMeasure(useRoute().query.metric));
  const { audienceId, ...rest } = filter;
  const of = [pageId, sort, rest];
  const isOne = audienceId !== undefined;
  const answer = useQuery(isOne ? undefined : ['audiences', ...of, spanQuery(range, range.zone)], (signal) =>
    audiencesOf(pageId, range, range.zone, signal, { sort, filter: rest }),
  );
  const compared = answer.data && range.elapsed;
  const earlier = useQuery(compared && ['audiences-before', ...of, compared, range.zone], (signal) =>
    audiencesOf(pageId, compared ?? range, range.zone, signal, { sort, filter: rest }),
  );
  const one = (figures: Totals) => ({ items: [{ audienceId, ...figures }] });
  if (isOne)
    return {
      ...answer,
      isLoading: false,
      data: total && one(total),
      before: totalBefore && one(totalBefore),
    };
  return { ...answer, before: range.elapsed && !earlier.isStale ? earlier.data : undefined };
}

/** The audiences of a page in the order of the measure that is shown. A click limits figures, chart and lists to one. */
export function AudiencePanel(props: AudiencePanelProps) {
  const { pageId, range } = props;
  const { query } = useRoute();
  const measure = panelMeasure(shownMeasure(query.metric));
  const { before: earlier, ...answer } = useAudienceFigures(props);
  const list = earlier?.items as ({ audienceId?: string } & Totals)[] | undefined;
  const before =
    list && countsBefore(list, (item) => item.audienceId ?? '', list.length < mostItems, measure.count);
  // With a limit, every item has all figures.
  const items = answer.data?.items as ({ audienceId?: string } & Totals)[] | undefined;
  const shown = items && inOrder(items, measure).slice(0, few);
  const names = useAudiences(
    pageId,
    shown?.map(({ audienceId }) => audienceId ?? ''),
  );
  return (
    <section class="panel" aria-labelledby="panel-audiences">
      <header>
        <h2 id="panel-audiences">Audiences</h2>
      </header>
      <Await query={{ ...answer, data: shown, isSlow: false }} skeleton={<Skeleton lines={few + 2} />}>
        {(rows) => (
          <>
            <PanelTable
              {...measure}
              label="Audience"
              rows={rows.map(({ audienceId = '', ...figures }) => ({
                key: audienceId,
                name: nameIn(names, audienceId),
                count: figures[measure.count],
                before: before?.(audienceId),
                last: measure.last(figures),
                isChosen: query.audience === audienceId,
                href: here({ audience: query.audience === audienceId ? undefined : audienceId }),
              }))}
              isCompared={range.elapsed !== undefined}
            />
            <p class="panel-more">
              <a href={here({ view: 'audiences' })}>Compare all audiences</a>
            </p>
          </>
        )}
      </Await>
    </section>
  );
}
