import { getTopicEntry, type TopicEntry, updateTopicEntry } from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { useQuery } from '../../data/query.ts';
import { type Version, versionOf } from '../../data/use-conditional-edit.ts';
import { Await } from '../../kit/await.tsx';
import { EditRecord } from '../../kit/edit-record.tsx';
import { EntryFields, type EntryValues, valuesIn } from './entry-fields.tsx';

export interface EditEntryProps {
  entry: TopicEntry;
  onClose: () => void;
}

const labels: Record<keyof EntryValues, string> = { content: 'Text', type: 'Kind' };

/** A form that changes an entry of a topic. It is read first, for its state. */
export function EditEntry({ entry, onClose }: EditEntryProps) {
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
