import { getTopicEntry, ifMatch, type TopicEntry, updateTopicEntry } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, askResponse } from '../../data/api.ts';
import { refetch, useQuery } from '../../data/query.ts';
import { useConditionalEdit, type Version } from '../../data/use-conditional-edit.ts';
import { Await } from '../../kit/await.tsx';
import { Conflict } from '../../kit/conflict.tsx';
import { Form } from '../../kit/form.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { EntryFields, type EntryValues, valuesIn } from './entry-fields.tsx';

export interface EditEntryProps {
  entry: TopicEntry;
  onClose: () => void;
}

const labels: Record<keyof EntryValues, string> = { content: 'Text', type: 'Kind' };

const pathOf = ({ topicId, topicEntryId }: TopicEntry) => ({
  topic_id: topicId,
  topic_entry_id: topicEntryId,
});

async function readEntry(entry: TopicEntry, signal?: AbortSignal): Promise<Version<EntryValues>> {
  const { data, response } = await askResponse(getTopicEntry, {
    path: pathOf(entry),
    ...(signal && { signal }),
  });
  return { values: data.content, match: ifMatch(response) };
}

function EntryForm({ entry, start, onClose }: EditEntryProps & { start: Version<EntryValues> }) {
  const [isDirty, setDirty] = useState(false);
  const { save, submit, shown, conflict } = useConditionalEdit<EntryValues>({
    start,
    read: () => readEntry(entry),
    send: (content, _before, headers) =>
      ask(updateTopicEntry, { path: pathOf(entry), body: { content }, headers }),
    refetch: ['topic', 'topics', 'entry'],
    onDone: onClose,
  });
  if (conflict) {
    const { theirs, merged, keepMine } = conflict;
    return (
      <Conflict
        what="entry"
        differences={(Object.keys(labels) as (keyof EntryValues)[])
          .filter((name) => theirs[name] !== merged[name])
          .map((name) => ({ label: labels[name], theirs: theirs[name], mine: merged[name] }))}
        onKeepMine={keepMine}
        onTakeTheirs={() => {
          refetch('topic', 'topics', 'entry');
          onClose();
        }}
      />
    );
  }
  return (
    <div onInput={() => setDirty(true)}>
      <Form
        submit="Save"
        focusFirst
        isRunning={save.isRunning}
        error={save.error}
        onSubmit={(form) => submit(valuesIn(form))}
        onCancel={onClose}
      >
        <EntryFields label="Entry" values={shown} errorOf={save.fieldError} />
      </Form>
      <Unsaved isDirty={isDirty && !save.isRunning} isOfRecord />
    </div>
  );
}

/** A form that changes an entry of a topic. It is read first, for its state. */
export function EditEntry({ entry, onClose }: EditEntryProps) {
  const start = useQuery(['entry', entry.topicEntryId, entry.updatedAt], (signal) =>
    readEntry(entry, signal),
  );
  return (
    <Await query={start}>{(version) => <EntryForm entry={entry} start={version} onClose={onClose} />}</Await>
  );
}
