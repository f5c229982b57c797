import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Choice } from '../../kit/pills.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { Timeline, type TimelineItem } from '../../kit/timeline.tsx';
import { here, useRoute } from '../../nav/router.ts';
import { useActivity } from './activity.ts';
import { LogFilters } from './log-filters.tsx';
import { logItem } from './log-item.tsx';
import { visitItem } from './visit-item.tsx';

const kinds = [
  { value: '', label: 'All' },
  { value: 'logs', label: 'Logs' },
  { value: 'visits', label: 'Visits' },
];

/** What a person did: their logs and their visits, newest first. */
export function PersonActivity({ id }: { id: string }) {
  const { show, source, type } = useRoute().query;
  const isFiltered = Boolean(source || type);
  const activity = useActivity(id, {
    source,
    type,
    hasLogs: isFiltered || show !== 'visits',
    // A visit has no source and no type.
    hasVisits: !isFiltered && show !== 'logs',
  });
  const { list } = activity;
  const items = (): TimelineItem[] =>
    activity.items?.map((item) => ('log' in item ? logItem(item.log) : visitItem(item.visit))) ?? [];
  return (
    <>
      <div class="row record-filters">
        <Choice label="What is shown" param="show" choices={kinds} />
        {show !== 'visits' && <LogFilters logs={activity.unfiltered} />}
      </div>
      <Await query={{ ...list, data: activity.items }} skeleton={<Skeleton lines={6} />}>
        {(all) =>
          all.length === 0 && !list.hasMore ? (
            <Empty title={isFiltered ? 'No such logs of this person' : 'Nothing is known of this person yet'}>
              {isFiltered ? (
                <a href={here({ source: undefined, type: undefined })}>Show all logs</a>
              ) : (
                <>
                  A form that they submit is shown here, and each <code>POST /v0/person_logs</code>.
                </>
              )}
            </Empty>
          ) : (
            <>
              {show !== 'visits' && <p class="note muted">The time of a log is when Footfall received it.</p>}
              <Timeline isDivided items={items()} />
              <ListFooter list={list} />
            </>
          )
        }
      </Await>
    </>
  );
}
