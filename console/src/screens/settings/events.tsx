import { type EventSettings, updateEventSettings } from '@footfall/client';
import { useState } from 'preact/hooks';
import { type EventType, eventsByType } from '../../../../src/vocabulary/events.ts';
import { ask } from '../../data/api.ts';
import { versionOf } from '../../data/edit.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { EditRecord } from '../../kit/edit-record.tsx';
import { endedKeyOf } from '../../kit/ended-key.tsx';
import { Facts } from '../../kit/facts.tsx';
import { TextField } from '../../kit/field.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { dayAndTime, plural } from '../../lib/format.ts';
import { type Kept, keptSince, readSettings, useHappened } from '../history/data.ts';
import { GroupField } from '../history/group-field.tsx';
import { chosenTypes, type Group, groups, textOfTypes, typesIn } from '../history/groups.ts';
import { useNames } from '../history/names.ts';
import { EventList } from '../history/sentence.tsx';

/** The texts of the form: of each group the types that are kept, one a line. */
type EventValues = Record<Group['id'] | 'retentionDays', string>;

/** What each field is called. */
const eventLabels = Object.fromEntries([
  ...groups.map(({ id, label }) => [id, label]),
  ['retentionDays', 'Retention in days'],
]) as EventValues;

/** The settings as texts. */
export const valuesOf = ({ types, retentionDays }: EventSettings): EventValues =>
  Object.fromEntries([
    ...groups.map((group) => [group.id, textOfTypes(group.types.filter((type) => types.includes(type)))]),
    ['retentionDays', String(retentionDays)],
  ]) as EventValues;

/** The settings as the service takes them. Days that are no number are 0, which it refuses. */
export const bodyOf = (values: EventValues) => ({
  types: chosenTypes(values),
  retentionDays: Number(values.retentionDays) || 0,
});

/** What of a group is kept, as one reads it: "All", "None", or which. */
export function keptOf({ types }: Group, kept: EventType[]): string {
  const there = types.filter((type) => kept.includes(type));
  if (there.length === types.length) return 'Saved';
  if (there.length === 0) return 'Not saved';
  return `Saved: ${there.map((type) => eventsByType[type].label.toLowerCase()).join(', ')}`;
}

/** A text of the form as one reads it. */
export function shownValue(name: keyof EventValues, text: string): string {
  const group = groups.find(({ id }) => id === name);
  return group ? keptOf(group, typesIn(text)) : plural(Number(text), 'day');
}

const EditSettings = ({ kept, onClose }: { kept: Kept; onClose: () => void }) => (
  <EditRecord
    what="choice"
    labels={eventLabels}
    show={(name, text) => shownValue(name, text)}
    start={{ values: valuesOf(kept.data), match: kept.match }}
    read={() => versionOf(readSettings(), valuesOf)}
    bodyOf={bodyOf}
    send={(body, headers) => ask(updateEventSettings, { body, headers })}
    saved="The settings were saved"
    onClose={onClose}
  >
    {(values) => (
      <>
        <fieldset class="checks stack-3">
          <legend>From now on these are saved</legend>
          {groups.map((group) => (
            <GroupField key={group.id} group={group} value={values[group.id]} />
          ))}
        </fieldset>
        <TextField
          label={eventLabels.retentionDays}
          name="retentionDays"
          value={values.retentionDays}
          hint="How long events are saved, from 1 to 365 days. Older events are deleted for good."
        />
      </>
    )}
  </EditRecord>
);

/** Which types of events are kept, for how long, and what that costs. */
function EventSettingsPart({ kept }: { kept: Kept }) {
  const mayEdit = useScope('admin');
  const [isEditing, setEditing] = useState(false);
  const { types, retentionDays } = kept.data;
  return (
    <section class="stack" aria-labelledby="event-settings">
      <div class="row">
        <h2 id="event-settings" class="grow">
          What is saved
        </h2>
        {mayEdit && !isEditing && <Button onClick={() => setEditing(true)}>Edit</Button>}
      </div>
      {isEditing ? (
        <EditSettings kept={kept} onClose={() => setEditing(false)} />
      ) : (
        <Facts
          facts={[
            ...groups.map(
              (group) =>
                [
                  group.label,
                  <span key={group.id}>
                    {keptOf(group, types)}{' '}
                    <span class="muted">
                      {group.says}; {group.price}.
                    </span>
                  </span>,
                ] as const,
            ),
            ['For', plural(retentionDays, 'day')],
            ['Key', endedKeyOf(kept.data)],
          ]}
        />
      )}
      <p class="note muted">
        {mayEdit ? (
          'A row costs $1 a million, beyond the rows of your plan. '
        ) : (
          <>
            To change it, a key needs the scope <code>admin</code>.{' '}
          </>
        )}
        While anything is saved, each request that writes costs two more rows, and deleting old events costs
        their rows again.
      </p>
    </section>
  );
}

/** What is saved of what happens, and what happened last? */
export const Events = withScope('read', 'see events', () => {
  const { list, both } = useHappened();
  const nameOf = useNames(both.data?.events);
  const mayReadKeys = useScope('admin');
  return (
    <Await query={both} what="the events" skeleton={<Skeleton lines={12} />}>
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
              <Empty title="Nothing is saved">
                Saved events make the histories of records, and programs can follow them.
              </Empty>
            ) : (
              <Empty title={`Nothing has happened since ${dayAndTime(keptSince(kept.data))}`}>
                The types above have been saved since then.
              </Empty>
            )}
          </section>
        </>
      )}
    </Await>
  );
});
