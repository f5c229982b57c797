import { type EventKind, type EventType, eventsByType } from '../../../../src/vocabulary/events.ts';
import { useMutation } from '../../data/api.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { Await, Empty, Failed, Skeleton } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { link } from '../../nav/router.ts';
import { keepHistory, keptSince, useHappened } from './data.ts';
import { nouns, priceOfChange, typesOf } from './groups.ts';
import { EventList, type Whose } from './sentence.tsx';

const settings = () => link('settings', {}, { part: 'events' });

/** The way to a whole history: a button, or who has it. */
function Keep() {
  const mayKeep = useScope('admin');
  const keep = useMutation(keepHistory, {
    onDone: () => toast('The history of all records is saved from now on'),
  });
  if (!mayKeep)
    return (
      <p>
        A key with the scope <code>admin</code> can change that, in <a href={settings()}>Settings, Events</a>.
      </p>
    );
  return (
    <>
      <p>
        <Button isBusy={keep.isRunning} onClick={() => keep.run(undefined)}>
          Save the history from now on
        </Button>
      </p>
      <p>
        It is then saved for all records; {priceOfChange}. <a href={settings()}>Choose what is saved</a>
      </p>
      {keep.error !== undefined && <Failed error={keep.error} isShort />}
    </>
  );
}

/** The types that are not kept, as one reads them: "archived, published". */
const labelsOf = (types: EventType[]): string =>
  types.map((type) => eventsByType[type].label.toLowerCase()).join(', ');

export interface RecordHistoryProps {
  kind: Exclude<EventKind, 'visit'>;
  id: string;
  /** Another text once the record has changed: then there is something new to read. */
  changedAt: string | undefined;
  nameOf?: Whose['nameOf'] | undefined;
}

/** Who did what with a record, and when. */
export function RecordHistory({ kind, id, changedAt, nameOf = () => undefined }: RecordHistoryProps) {
  const { list, both } = useHappened(id, changedAt);
  const noun = nouns[kind];
  return (
    <Await query={both} what="the history" skeleton={<Skeleton lines={6} />}>
      {({ events, kept }) => {
        const types = typesOf(kind);
        const missing = types.filter((type) => !kept.data.types.includes(type));
        const isOff = missing.length === types.length;
        if (events.length === 0 && isOff)
          return (
            <Empty title={`The history of this ${noun} is not saved`}>
              <p>Footfall does not save who changes this {noun}, and when.</p>
              <Keep />
            </Empty>
          );
        const since = dayAndTime(keptSince(kept.data));
        return (
          <>
            {events.length > 0 ? (
              <EventList events={events} list={list} isOwn nameOf={nameOf} />
            ) : (
              <Empty title={`Nothing has happened to this ${noun} since ${since}`}>
                Its history has been saved since then.
              </Empty>
            )}
            {missing.length > 0 && (
              <div class="note muted stack after">
                <p>
                  {isOff
                    ? `Changes of this ${noun} are no longer saved.`
                    : `Not saved for this ${noun}: ${labelsOf(missing)}.`}
                </p>
                <Keep />
              </div>
            )}
          </>
        );
      }}
    </Await>
  );
}
