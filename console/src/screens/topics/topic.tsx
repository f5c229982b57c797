import { getTopic, type Topic, updateTopic } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, askResponse, type Read, useRecord } from '../../data/api.ts';
import { deleteLater } from '../../data/deleting.ts';
import { versionOf } from '../../data/edit.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { useActions } from '../../nav/actions.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { sendDeletion } from './data.ts';
import { Entries } from './entries.tsx';
import { bodyOf, labels, TopicFields, valuesOf } from './topic-fields.tsx';

/** A form that changes the title and the purpose of a topic. */
function EditTopic({ data: topic, match, onClose }: Editing<Topic>) {
  const path = { topic_id: topic.topicId };
  return (
    <EditRecord
      what="topic"
      labels={labels}
      show={(name, text) => (name === 'isDefault' ? (text === 'on' ? 'Yes' : 'No') : text)}
      start={{ values: valuesOf(topic), match }}
      read={() => versionOf(askResponse(getTopic, { path }), valuesOf)}
      bodyOf={bodyOf}
      send={(body, headers) => ask(updateTopic, { path, body, headers })}
      onClose={onClose}
    >
      {(values) => <TopicFields values={values} />}
    </EditRecord>
  );
}

const remove = (topic: Topic): void => {
  go(here(noRecord), { replace: true });
  deleteLater({
    id: topic.topicId,
    text: `“${topic.title}” was deleted with its entries`,
    send: () => sendDeletion(topic),
  });
};

function TopicHead(read: Read<Topic>) {
  const { data: topic } = read;
  const mayWrite = useScope('write');
  const [isEditing, setEditing] = useState(false);
  useActions(
    mayWrite
      ? [
          { title: 'Edit the topic', keys: 'e', run: () => setEditing(true) },
          { title: 'Delete the topic', keys: 'Delete', run: () => remove(topic) },
        ]
      : [],
  );
  if (isEditing) return <EditTopic {...read} onClose={() => setEditing(false)} />;
  return (
    <>
      <div class="row record-head">
        <p class="record-name clamp grow" title={topic.title}>
          {topic.title} {topic.isDefault && <span class="badge">Default</span>}
        </p>
        {mayWrite && (
          <>
            <Button onClick={() => setEditing(true)}>Edit</Button>
            <Button kind="delete" onClick={() => remove(topic)}>
              Delete
            </Button>
          </>
        )}
      </div>
      <p class="words">{topic.purpose || <span class="muted">No purpose yet.</span>}</p>
    </>
  );
}

/** A topic at the side: its purpose, its entries in order. */
export function TopicRecord({ id }: { id: string }) {
  const answer = useRecord('topic', getTopic, { path: { topic_id: id } });
  return (
    <Await query={answer} what="the topic" skeleton={<Skeleton lines={10} />}>
      {(read) => (
        <>
          <TopicHead {...read} />
          <Entries topic={read.data} />
        </>
      )}
    </Await>
  );
}
