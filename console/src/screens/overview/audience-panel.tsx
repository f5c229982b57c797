import { audiencesFile } from '../../analytics/files.ts';
import type { VisitFilter } from '../../analytics/filters.ts';
import { shownMeasure } from '../../analytics/lines.ts';
import { hiddenOf, inOrder, othersInWords, panelMeasure } from '../../analytics/panel-measure.ts';
import { PanelTable } from '../../analytics/panel-table.tsx';
import { mostItems } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { Await } from '../../kit/await.tsx';
import { Download } from '../../kit/download.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { here, link, useRoute } from '../../nav/router.ts';
import { useAllAudiences } from './use-overview.ts';

const few = 8;

/** The audiences of all pages in the order of the measure that is shown. A click opens the page of one, limited to it. */
export function AudiencePanel({ range, filter }: { range: Range; filter: VisitFilter }) {
  const { query } = useRoute();
  const { sort, ...measure } = panelMeasure(shownMeasure(query.metric));
  const usual = sort === '-totalSessions';
  const answer = useAllAudiences(range, filter, usual ? undefined : sort);
  const items = answer.data && inOrder(answer.data.items, { ...measure, sort });
  const isWhole = query.all === 'audiences';
  const most = isWhole ? mostItems : few;
  const hidden = answer.data && items && hiddenOf(items.slice(most), answer.data.other);
  return (
    <section class="panel" aria-labelledby="panel-audiences">
      <header>
        <h2 id="panel-audiences">Audiences</h2>
        <Download
          what="Visits by audience"
          of={() => [audiencesFile(undefined, range, { sort, filter, compared: range.elapsed })]}
        />
      </header>
      <Await
        query={{ ...answer, data: items?.slice(0, most), isSlow: false }}
        skeleton={<Skeleton lines={few + 2} />}
      >
        {(rows) => (
          <>
            <PanelTable
              {...measure}
              label="Audience"
              none="No visits of an audience in this range."
              rows={rows.map(
                ({ audienceId, pageId = '', name = audienceId, pageName, compared, ...figures }) => ({
                  key: audienceId,
                  name: pageName ? `${name} · ${pageName}` : name,
                  count: figures[measure.count],
                  before: compared?.[measure.count],
                  last: measure.last(figures),
                  isChosen: false,
                  href: link('page', { pageId }, { audience: audienceId }),
                }),
              )}
              isCompared={range.elapsed !== undefined}
            />
            {(hidden || isWhole) && (
              <p class="panel-more">
                {hidden && <span class="muted tabular">{othersInWords(hidden, measure)}</span>}
                <a href={here({ all: isWhole ? undefined : 'audiences' })}>
                  {isWhole ? 'Show less' : 'Show more'}
                  <span class="visually-hidden"> of Audience</span>
                </a>
              </p>
            )}
          </>
        )}
      </Await>
    </section>
  );
}
