import {
  createTopicEntry,
  deleteTopicEntry,
  getTopicEntry,
  type Topic,
  type TopicEntry,
  updateTopicEntry,
} from '@footfall/client';
import { useState } from 'preact/hooks';
import { limits } from '../../../../src/content/topics/limits.ts';
import { ask, askResponse, useMutation } from '../../data/api.ts';
import { deleteLater, useDeleting } from '../../data/deleting.ts';
import { textsIn, type Version, versionOf } from '../../data/edit.ts';
import { useQuery } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Button, MoveButtons } from '../../kit/button.tsx';
import { EditRecord } from '../../kit/edit-record.tsx';
import { LimitedText, TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { Await } from '../../kit/states.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { announce } from '../../lib/toasts.ts';
import { moveEntry } from './data.ts';

const labels = { content: 'Text', type: 'Kind' };
/** The texts of the form of an entry. */
type EntryValues = Record<keyof typeof labels, string>;

/** A form as texts. */
function valuesIn(form: Record<string, string>): EntryValues {
  const { content, type } = textsIn(form, labels);
  return { type: type || 'text', content };
}

/** The fields of an entry, in a form. */
const EntryFields = ({ label, values }: { label: string; values?: EntryValues }) => (
  <>
    <LimitedText
      label={label}
      name="content"
      value={values?.content}
      lines={3}
      most={limits.entry}
      path="content.content"
    />
    <TextField
      label={labels.type}
      name="type"
      value={values?.type ?? 'text'}
      hint="Small letters, digits and hyphens, such as text, question, faq"
      path="content.type"
    />
  </>
);

/** A form that changes an entry of a topic. It is read first, for its state. */
function EditEntry({ entry, onClose }: { entry: TopicEntry; onClose: () => void }) {
  const { topicId, topicEntryId, updatedAt } = entry;
  const path = { topic_id: topicId, topic_entry_id: topicEntryId };
  const read = (signal?: AbortSignal): Promise<Version<EntryValues>> =>
    versionOf(askResponse(getTopicEntry, { path, ...(signal && { signal }) }), ({ content }) => content);
  const start = useQuery(['entry', topicEntryId, updatedAt], read);
  return (
    <Await query={start}>
      {(version) => (
        <EditRecord
          what="entry"
          labels={labels}
          start={version}
          read={() => read()}
          valuesIn={valuesIn}
          bodyOf={(content) => ({ content })}
          send={(body, headers) => ask(updateTopicEntry, { path, body, headers })}
          saved={null}
          onClose={onClose}
        >
          {(values) => <EntryFields label="Entry" values={values} />}
        </EditRecord>
      )}
    </Await>
  );
}

const remove = ({ topicId, topicEntryId }: TopicEntry): void =>
  deleteLater({
    id: topicEntryId,
    text: 'The entry was deleted',
    send: () =>
      ask(deleteTopicEntry, { path: { topic_id: topicId, topic_entry_id: topicEntryId }, keepalive: true }),
  });

function Entry({ entry, entries }: { entry: TopicEntry; entries: TopicEntry[] }) {
  const mayWrite = useScope('write');
  const [isEditing, setEditing] = useState(false);
  const index = entries.indexOf(entry);
  const reorder = (to: number) => moveEntry(entries, index, to);
  if (isEditing) {
    return (
      <li class="entry line">
        <EditEntry entry={entry} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li class="entry line">
      <p class="words">{entry.content.content}</p>
      <div class="row">
        <span class="badge">{entry.content.type}</span>
        <span class="grow" />
        {mayWrite && (
          <>
            <MoveButtons what={`entry ${index + 1}`} index={index} count={entries.length} onMove={reorder} />
            <Button kind="quiet" onClick={() => setEditing(true)}>
              Edit<span class="visually-hidden"> entry {index + 1}</span>
            </Button>
            <Button kind="delete" onClick={() => remove(entry)}>
              Delete<span class="visually-hidden"> entry {index + 1}</span>
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function NewEntry({ topic }: { topic: Topic }) {
  const [count, setCount] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const create = useMutation(
    ({ type, content }: EntryValues) =>
      ask(createTopicEntry, { path: { topic_id: topic.topicId }, body: { content: { type, content } } }),
    {
      onDone: () => {
        announce('The entry was added');
        setCount(count + 1);
        setDirty(false);
      },
    },
  );
  return (
    // A field that is emptied again has nothing to lose.
    <div
      onInput={({ currentTarget }) =>
        setDirty(Boolean(currentTarget.querySelector('textarea')?.value.trim()))
      }
    >
      <Form key={count} submit="Add the entry" of={create} onSubmit={(form) => create.run(valuesIn(form))}>
        <EntryFields label="New entry" />
      </Form>
      <Unsaved isDirty={isDirty && !create.isRunning} isOfRecord />
    </div>
  );
}

/** The entries of a topic in their order: add, change, move, delete. */
export function Entries({ topic }: { topic: Topic }) {
  const mayWrite = useScope('write');
  const isDeleting = useDeleting();
  const entries = topic.entries.filter(({ topicEntryId }) => !isDeleting(topicEntryId));
  const isFull = topic.entries.length >= limits.entries;
  return (
    <section class="period" aria-label="Entries">
      <h3>
        Entries, {entries.length} of at most {limits.entries}
      </h3>
      {entries.length === 0 && <p class="muted">Facts the website should know. One per entry.</p>}
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.topicEntryId} entry={entry} entries={entries} />
        ))}
      </ol>
      {mayWrite &&
        (isFull ? (
          <p class="muted">This topic is full. Delete an entry to add another, or create another topic.</p>
        ) : (
          <NewEntry topic={topic} />
        ))}
    </section>
  );
}
