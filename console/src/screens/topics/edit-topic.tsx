import { getTopic, ifMatch, type Topic, updateTopic } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, askResponse } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { type Match, useConditionalEdit } from '../../data/use-conditional-edit.ts';
import { Conflict } from '../../kit/conflict.tsx';
import { Form } from '../../kit/form.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { toast } from '../../lib/toasts.ts';
import { TopicFields, type TopicValues, valuesIn, valuesOf } from './topic-fields.tsx';

export interface EditTopicProps {
  topic: Topic;
  match: Match;
  onClose: () => void;
}

const labels: Record<keyof TopicValues, string> = {
  title: 'Title',
  purpose: 'Purpose',
  isDefault: 'Default topic',
};
const said = (name: keyof TopicValues, value: string) =>
  name === 'isDefault' ? (value === 'on' ? 'Yes' : 'No') : value;

/** Only what was changed. */
const bodyOf = (values: TopicValues, before: TopicValues) => ({
  ...(values.title !== before.title && { title: values.title }),
  ...(values.purpose !== before.purpose && { purpose: values.purpose }),
  ...(values.isDefault !== before.isDefault && { isDefault: values.isDefault === 'on' }),
});

/** A form that changes the title and the purpose of a topic. */
export function EditTopic({ topic, match, onClose }: EditTopicProps) {
  const path = { topic_id: topic.topicId };
  const [isDirty, setDirty] = useState(false);
  const { save, submit, shown, conflict } = useConditionalEdit<TopicValues>({
    start: { values: valuesOf(topic), match },
    read: async () => {
      const { data, response } = await askResponse(getTopic, { path });
      return { values: valuesOf(data), match: ifMatch(response) };
    },
    send: async (values, before, headers) => {
      await ask(updateTopic, { path, body: bodyOf(values, before), headers });
      toast('The topic was saved');
    },
    refetch: ['topic', 'topics'],
    onDone: onClose,
  });
  if (conflict) {
    const { theirs, merged, keepMine } = conflict;
    return (
      <Conflict
        what="topic"
        differences={(Object.keys(labels) as (keyof TopicValues)[])
          .filter((name) => theirs[name] !== merged[name])
          .map((name) => ({
            label: labels[name],
            theirs: said(name, theirs[name]),
            mine: said(name, merged[name]),
          }))}
        onKeepMine={keepMine}
        onTakeTheirs={() => {
          refetch('topic', 'topics');
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
        <TopicFields values={shown} errorOf={save.fieldError} />
      </Form>
      <Unsaved isDirty={isDirty && !save.isRunning} isOfRecord />
    </div>
  );
}
