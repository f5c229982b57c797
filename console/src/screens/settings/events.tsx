import { useScope } from '../../data/session.ts';
import { Await } from '../../kit/await.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { withScope } from '../../kit/with-scope.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { keptSince, useHappened } from '../history/data.ts';
import { EventList } from '../history/event-list.tsx';
import { useNames } from '../history/names.ts';
import { EventSettingsPart } from './event-settings.tsx';

/** What is kept of what happens, and what happened last? */
export const Events = withScope('read', 'see events', () => {
  const { list, both } = useHappened();
  const nameOf = useNames(both.data?.events);
  const mayReadKeys = useScope('admin');
  return (
    <Await query={both} skeleton={<Skeleton lines={12} />}>
      {({ events, kept }) => (
        <>
          <EventSettingsPart kept={kept} />
          <section aria-labelledby="events">
            <h2 id="events">What happened</h2>
            {!mayReadKeys && (
              <p class="muted">
                What happened to keys is shown to a key with the scope <code>admin</code>.
              </p>
            )}
            {events.length > 0 || list.hasMore ? (
              <EventList events={events} list={list} isOwn={false} nameOf={nameOf} />
            ) : kept.data.types.length === 0 ? (
              <Empty title="Nothing is kept">
                Saved events make the histories of records, and programs can follow them.
              </Empty>
            ) : (
              <Empty title={`Nothing has happened since ${dayAndTime(keptSince(kept.data))}`}>
                Since then the types above are kept.
              </Empty>
            )}
          </section>
        </>
      )}
    </Await>
  );
});
