import { getTopic, type Topic, updateTopic } from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { type Match, versionOf } from '../../data/use-conditional-edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
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

/** A form that changes the title and the purpose of a topic. */
export function EditTopic({ topic, match, onClose }: EditTopicProps) {
  const path = { topic_id: topic.topicId };
  return (
    <EditRecord
      what="topic"
      labels={labels}
      show={(name, text) => (name === 'isDefault' ? (text === 'on' ? 'Yes' : 'No') : text)}
      start={{ values: valuesOf(topic), match }}
      read={() => versionOf(askResponse(getTopic, { path }), valuesOf)}
      valuesIn={valuesIn}
      bodyOf={(texts) => ({ ...texts, isDefault: texts.isDefault === 'on' })}
      send={(body, headers) => ask(updateTopic, { path, body, headers })}
      onClose={onClose}
    >
      {(values) => <TopicFields values={values} />}
    </EditRecord>
  );
}
