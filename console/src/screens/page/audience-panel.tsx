import { audiencesFile } from '../../analytics/files.ts';
import type { PageFilter } from '../../analytics/filters.ts';
import { shownMeasure } from '../../analytics/lines.ts';
import type { Totals } from '../../analytics/measures.ts';
import { inOrder, panelMeasure } from '../../analytics/panel-measure.ts';
import { PanelTable } from '../../analytics/panel-table.tsx';
import type { Range } from '../../analytics/range.ts';
import { nameIn, useAudiences } from '../../data/audience-names.ts';
import { Await } from '../../kit/await.tsx';
import { Download } from '../../kit/download.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { here, useRoute } from '../../nav/router.ts';
import { useAudienceFigures } from './use-audience-figures.ts';

const few = 8;

/** With a limit, every item has all figures. */
type Item = Totals & { audienceId?: string; name?: string; compared?: Totals | undefined };

export interface AudiencePanelProps {
  pageId: string;
  range: Range;
  filter: PageFilter;
  /** The figures of the page, which are the audience's if it is filtered by one. */
  total: Totals | undefined;
  totalBefore: Totals | undefined;
}

/** The audiences of a page, or the one that it is filtered by, with their numbers in the period before. */
function useItems({ pageId, range, filter, total, totalBefore }: AudiencePanelProps) {
  const answer = useAudienceFigures(pageId, range, filter);
  const { audienceId } = filter;
  const names = useAudiences(pageId, audienceId === undefined ? undefined : [audienceId]);
  if (audienceId === undefined) return { ...answer, data: answer.data?.items as Item[] | undefined };
  const one = total && { audienceId, name: nameIn(names, audienceId), ...total, compared: totalBefore };
  return { ...answer, isLoading: false, data: one && [one] };
}

/** The audiences of a page in the order of the measure that is shown. A click limits figures, chart and lists to one. */
export function AudiencePanel(props: AudiencePanelProps) {
  const {
    range,
    filter: { audienceId: _, ...filter },
  } = props;
  const { query } = useRoute();
  const measure = panelMeasure(shownMeasure(query.metric));
  const answer = useItems(props);
  const shown = answer.data && inOrder(answer.data, measure).slice(0, few);
  return (
    <section class="panel" aria-labelledby="panel-audiences">
      <header>
        <h2 id="panel-audiences">Audiences</h2>
        <Download
          what="Visits by audience"
          of={() => [
            audiencesFile(props.pageId, range, { sort: measure.sort, filter, compared: range.elapsed }),
          ]}
        />
      </header>
      <Await query={{ ...answer, data: shown, isSlow: false }} skeleton={<Skeleton lines={few + 2} />}>
        {(rows) => (
          <>
            <PanelTable
              {...measure}
              label="Audience"
              none="No visits of an audience in this range."
              rows={rows.map(({ audienceId = '', name = audienceId, compared, ...figures }) => ({
                key: audienceId,
                name,
                count: figures[measure.count],
                before: compared?.[measure.count],
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
