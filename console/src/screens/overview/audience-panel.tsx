import type { VisitFilter } from '../../analytics/filters.ts';
import { shownMeasure } from '../../analytics/measures.ts';
import { hiddenOf, inOrder, panelMeasure } from '../../analytics/panel-measure.ts';
import { AudienceList, few, otherAudiences, PanelMore } from '../../analytics/panel-table.tsx';
import { mostItems } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { useAsked } from '../../data/api.ts';
import { link, useRoute } from '../../nav/router.ts';
import { audiencesAsked } from './questions.ts';

/** The audiences of all pages in the order of the measure that is shown. A click opens the page of one, limited to it. */
export function AudiencePanel({ range, filter }: { range: Range; filter: VisitFilter }) {
  const { query } = useRoute();
  const measure = panelMeasure(shownMeasure(query.metric));
  const asked = audiencesAsked(range, filter, measure.sort);
  const answer = useAsked('all-audiences', asked);
  const { items, other = null } = answer.data ?? {};
  const isWhole = query.all === 'audiences';
  const most = isWhole ? mostItems : few;
  return (
    <AudienceList
      answer={{ ...answer, data: items }}
      measure={measure}
      range={range}
      most={most}
      file={asked}
      rowOf={({ audienceId, pageId = '', name = audienceId, pageName }) => ({
        key: audienceId,
        name: pageName ? `${name} · ${pageName}` : name,
        isChosen: false,
        href: link('page', { pageId }, { audience: audienceId }),
      })}
    >
      <PanelMore
        hidden={items ? hiddenOf(inOrder(items, measure).slice(most), other) : null}
        measure={measure}
        isWhole={isWhole}
        name="audiences"
        label="Audience"
        others={otherAudiences}
      />
    </AudienceList>
  );
}
