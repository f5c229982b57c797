import { Fragment } from 'preact';
import { FilterBar } from '../../analytics/filter-bar.tsx';
import { audienceFilters, visitFilter } from '../../analytics/filters.ts';
import { type AudienceSort, audiencesOf, mostItems } from '../../analytics/questions.ts';
import { type Range, whenWords } from '../../analytics/range.ts';
import { RangePicker } from '../../analytics/range-picker.tsx';
import { nameIn, useAudiences, usePillNames } from '../../analytics/value-names.ts';
import { useAsked } from '../../data/api.ts';
import { useScope } from '../../data/session.ts';
import { useChoose } from '../../kit/choose.tsx';
import { Choice } from '../../kit/pills.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { Table } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { number, rate } from '../../lib/format.ts';
import { go, here, link, useRoute } from '../../nav/router.ts';
import { AllAudiences } from '../audiences/audiences-table.tsx';
import { audienceActions } from '../audiences/bulk.tsx';
import { NewAudience } from '../audiences/new-audience.tsx';
import { useUntilLive } from '../audiences/waiting.tsx';
import { RunningTests, useRunningArms } from '../experiments/running-tests.tsx';
import { type AudienceRow, audienceColumns, BestAudience } from './audience-columns.tsx';

/** Counts that the service sorts by. Rates are sorted here, with rates of few visits last. */
const sortsOfService = new Map<string, AudienceSort>(
  Object.entries({
    conversions: 'conversionCount',
    '-conversions': '-conversionCount',
    visits: 'totalSessions',
  } as const),
);

function Compared({ pageId, range }: { pageId: string; range: Range }) {
  const { query } = useRoute();
  const filter = visitFilter(query);
  const isFiltered = Object.keys(filter).length > 0;
  const asked = (sort?: AudienceSort) =>
    audiencesOf(pageId, range, { sort, filter, compared: range.elapsed });
  const top = useAsked('audiences', asked());
  const areAll = top.data !== undefined && top.data.items.length < mostItems;
  const sort = sortsOfService.get(query.sort ?? '');
  const isByService = Boolean(top.data && !areAll && sort);
  const sorted = useAsked('audiences-sorted', isByService ? asked(sort) : undefined);
  const answer = isByService ? sorted : top;
  const ids = answer.data?.items.map(({ audienceId }) => audienceId ?? '');
  const audiences = useAudiences(pageId, ids);
  useUntilLive(audiences.data && [...audiences.data.values()], 'audience-names');
  const choose = useChoose<AudienceRow>({
    what: 'audiences',
    keyOf: ({ audienceId }) => audienceId,
    nameOf: ({ name }) => name,
    actions: audienceActions(({ audience }) => audience, { mayWrite: useScope('write'), hasArchived: false }),
  });
  const tests = useRunningArms();
  const rowsOf = (list = answer.data): AudienceRow[] =>
    (list?.items ?? []).map((item) => ({
      ...item,
      audienceId: item.audienceId ?? '',
      audience: audiences.data?.get(item.audienceId ?? ''),
      arms: tests.of(item.audienceId ?? ''),
      name: nameIn(audiences, item.audienceId ?? ''),
      before: item.compared?.totalSessions,
    }));
  // Tests stand above the table, and names and states make its columns: nothing moves when they come.
  const areNamesKnown = audiences.data !== undefined || !audiences.isLoading;
  const data = tests.areKnown && areNamesKnown ? answer.data : undefined;
  const nameOf = areNamesKnown ? (id: string) => audiences.data?.get(id)?.effectiveName : undefined;
  return (
    <Await query={{ ...answer, data }} what="the audiences" skeleton={<Skeleton lines={10} />}>
      {({ items, other }) => [
        <RunningTests key="tests" pageId={pageId} nameOf={nameOf} />,
        items.length === 0 ? (
          <Empty
            key="none"
            title={
              isFiltered
                ? 'No visit of an audience matches the filters'
                : 'No visits of an audience in this range'
            }
          >
            <p>An audience has visits when someone opens its link.</p>
            <p>
              <a href={here({ list: 'all' })}>See all audiences</a>, or choose a longer range
              {isFiltered && ', or fewer filters'}.
            </p>
          </Empty>
        ) : (
          <Fragment key="audiences">
            <BestAudience
              pageId={pageId}
              rows={rowsOf(top.data)}
              comparison={top.data?.comparison ?? null}
              range={whenWords(range)}
            />
            <Table
              label="Audiences compared"
              columns={audienceColumns}
              rows={rowsOf()}
              keyOf={({ audienceId }) => audienceId}
              href={({ audienceId }) => link('audience', { pageId, audienceId })}
              initialSort="-visits"
              sortParam="sort"
              isSorted={isByService}
              choose={choose}
            />
            <p class="note muted below-table">
              {!areAll &&
                `The ${mostItems} audiences with the ${isByService && query.sort !== 'visits' ? 'most conversions' : isByService ? 'fewest visits' : 'most visits'}. `}
              {other &&
                `All other visits, of no audience or ${areAll ? '' : 'a further or '}an archived one: ${number(other.totalSessions)}, ${rate(other.conversionCount, other.totalSessions)} converted.`}
            </p>
          </Fragment>
        ),
      ]}
    </Await>
  );
}

/** Which audience converts best? */
export function Audiences({ title, ...props }: { pageId: string; range: Range; title: string }) {
  const names = usePillNames(props.pageId);
  const { query } = useRoute();
  const mayWrite = useScope('write');
  const choice = (
    <Choice
      label="Audiences"
      param="list"
      choices={[
        { value: '', label: 'With visits' },
        { value: 'all', label: 'All audiences' },
      ]}
    />
  );
  return (
    <>
      {query.list === 'all' ? (
        <AllAudiences pageId={props.pageId} title={title} start={choice} />
      ) : (
        <>
          <Toolbar
            title={title}
            range={<RangePicker />}
            file={{
              what: 'Visits by audience',
              of: () => [
                audiencesOf(props.pageId, props.range, {
                  filter: visitFilter(query),
                  compared: props.range.elapsed,
                }),
              ],
            }}
          >
            {choice}
            <FilterBar {...props} filters={audienceFilters} names={names} />
          </Toolbar>
          <Compared {...props} />
        </>
      )}
      {mayWrite && query.new === 'audience' && (
        <NewAudience pageId={props.pageId} onClose={() => go(here({ new: undefined }), { replace: true })} />
      )}
    </>
  );
}
