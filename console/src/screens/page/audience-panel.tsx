import type { AudienceAnalyticsList } from '@footfall/client';
import type { PageFilter } from '../../analytics/filters.ts';
import { shownMeasure, type Totals } from '../../analytics/measures.ts';
import { hiddenOf, inOrder, othersInWords, panelMeasure, type Sort } from '../../analytics/panel-measure.ts';
import { AudienceList, few, otherAudiences } from '../../analytics/panel-table.tsx';
import { audiencesOf } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { nameIn, useAudiences } from '../../analytics/value-names.ts';
import { useAsked } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { here, useRoute } from '../../nav/router.ts';

/** With a limit, every item has all figures. */
type Item = Totals & { audienceId?: string; name?: string; compared?: Totals | undefined };

const useMeasure = () => panelMeasure(shownMeasure(useRoute().query.metric));

const asked = (pageId: string, range: Range, { audienceId: _, ...filter }: PageFilter, sort: Sort) =>
  audiencesOf(pageId, range, { sort, filter, compared: range.elapsed });

/**
 * The audiences of a page in the order of the measure that is shown, compared with as much of the period before as has
 * passed of the range. If the page is filtered by one, nothing is asked: it has the figures of the page.
 */
export function useAudienceFigures(
  pageId: string,
  range: Range,
  filter: PageFilter,
): QueryState<AudienceAnalyticsList> {
  const { sort } = useMeasure();
  const isOne = filter.audienceId !== undefined;
  return useAsked('audiences', isOne ? undefined : asked(pageId, range, filter, sort));
}

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
  if (audienceId === undefined) {
    const { items, other } = answer.data ?? {};
    return { ...answer, data: items as Item[] | undefined, other };
  }
  const one = total && { audienceId, name: nameIn(names, audienceId), ...total, compared: totalBefore };
  return { ...answer, isLoading: false, data: one && [one], other: null };
}

/** The audiences of a page in the order of the measure that is shown. A click limits figures, chart and lists to one. */
export function AudiencePanel(props: AudiencePanelProps) {
  const { pageId, range, filter } = props;
  const chosen = useRoute().query.audience;
  const measure = useMeasure();
  const answer = useItems(props);
  const hidden = answer.data && hiddenOf(inOrder(answer.data, measure).slice(few), answer.other ?? null);
  return (
    <AudienceList<Item>
      answer={answer}
      measure={measure}
      range={range}
      file={asked(pageId, range, filter, measure.sort)}
      rowOf={({ audienceId = '', name = audienceId }) => ({
        key: audienceId,
        name,
        isChosen: chosen === audienceId,
        href: here({ audience: chosen === audienceId ? undefined : audienceId }),
      })}
    >
      <p class="panel-more between">
        {hidden && <span class="muted tabular">{othersInWords(hidden, measure, otherAudiences)}</span>}
        <a href={here({ view: 'audiences' })}>Compare all audiences</a>
      </p>
    </AudienceList>
  );
}
