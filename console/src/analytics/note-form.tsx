import { type Annotation, createAnnotation, getAnnotation, updateAnnotation } from '@footfall/client';
import { longestText } from '../../../src/analytics/annotations/limits.ts';
import { ask, askResponse } from '../data/api.ts';
import { versionOf } from '../data/edit.ts';
import { useQuery } from '../data/query.ts';
import { EditRecord } from '../kit/edit-record.tsx';
import { LimitedText, SelectField, TextField } from '../kit/field.tsx';
import { ChangeDialog, Dialog } from '../kit/form.tsx';
import { Await } from '../kit/states.tsx';
import { zoneName } from '../lib/format.ts';
import { firstMoment, instantIn, localTime } from './days.ts';
import type { NotesProps } from './notes.tsx';
import type { Range } from './range.ts';

/** The texts of the form: the time is by the clocks of a zone. */
interface NoteValues {
  text: string;
  at: string;
}

const labels: Record<keyof NoteValues, string> = { text: 'Note', at: 'When' };

const NoteFields = ({ values, zone }: { values: NoteValues; zone: string }) => (
  <>
    <LimitedText
      label={labels.text}
      name="text"
      value={values.text}
      hint="What happened, such as “Newsletter sent”. Everyone in the workspace sees it."
      most={longestText}
    />
    <TextField
      label={labels.at}
      name="at"
      type="datetime-local"
      value={values.at}
      hint={`In the time zone ${zoneName(zone)}.`}
      path="happenedAt"
    />
  </>
);

const valuesIn = ({ text = '', at = '' }: Record<string, string>): NoteValues => ({ text: text.trim(), at });

/** The time that a new note has at first: now, or noon of the last day of a range that is over. */
const firstTime = ({ isOver, lastDay, zone }: Range): string =>
  localTime(isOver ? firstMoment(lastDay, zone, '12:00') : Date.now(), zone);

interface NewNoteProps extends Pick<NotesProps, 'pageId' | 'range'> {
  onClose: () => void;
}

/** A dialog that adds a note, to the charts of a page or of all pages. */
export function NewNote({ pageId, range, onClose }: NewNoteProps) {
  const { zone, startDate, endDate } = range;
  return (
    <ChangeDialog
      title="Add a note to the chart"
      onClose={onClose}
      submit="Add the note"
      send={({ on, ...form }) => {
        const { text, at } = valuesIn(form);
        const ofPage = on === 'page' ? pageId : undefined;
        return ask(createAnnotation, {
          body: { text, happenedAt: instantIn(at, zone), ...(ofPage && { pageId: ofPage }) },
        });
      }}
      done={({ happenedAt }) =>
        happenedAt >= startDate && happenedAt < endDate
          ? 'The note was added'
          : 'The note was added, outside the range on this screen'
      }
    >
      <NoteFields values={{ text: '', at: firstTime(range) }} zone={zone} />
      {pageId !== undefined && (
        <SelectField
          label="On the charts of"
          name="on"
          options={[
            { value: 'page', label: 'This page' },
            { value: 'all', label: 'All pages' },
          ]}
        />
      )}
    </ChangeDialog>
  );
}

/** A dialog that changes a note. It is read first, for its state. */
export function EditNote({ note, zone, onClose }: { note: Annotation; zone: string; onClose: () => void }) {
  const path = { annotation_id: note.annotationId };
  const read = (signal?: AbortSignal) =>
    versionOf<Annotation, NoteValues>(
      askResponse(getAnnotation, { path, ...(signal && { signal }) }),
      ({ text, happenedAt }) => ({ text, at: localTime(happenedAt, zone) }),
    );
  const start = useQuery(['annotation', note.annotationId, note.updatedAt, zone], read);
  return (
    <Dialog title="Edit the note" onClose={onClose}>
      <Await query={start}>
        {(version) => (
          <EditRecord
            what="note"
            labels={labels}
            start={version}
            read={() => read()}
            valuesIn={valuesIn}
            // A time that was not touched keeps its seconds: it is not sent.
            bodyOf={({ text, at }) => ({ text, happenedAt: instantIn(at, zone) })}
            send={(body, headers) => ask(updateAnnotation, { path, body, headers })}
            onClose={onClose}
          >
            {(values) => <NoteFields values={values} zone={zone} />}
          </EditRecord>
        )}
      </Await>
    </Dialog>
  );
}
