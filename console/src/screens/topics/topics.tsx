import { createTopic, listTopics, type Topic } from '@footfall/client';
import { limits } from '../../../../src/content/topics/limits.ts';
import { ask } from '../../data/api.ts';
import { useDeleting } from '../../data/deleting.ts';
import { textsIn } from '../../data/edit.ts';
import { useListOf } from '../../data/list.ts';
import { useScope } from '../../data/session.ts';
import { MoveButtons, NewButton } from '../../kit/button.tsx';
import { useChoose } from '../../kit/choose.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { plural } from '../../lib/format.ts';
import { go, here, noRecord, open, useNew } from '../../nav/router.ts';
import { deletion, moveTopic } from './data.ts';
import { bodyOf, labels, TopicFields } from './topic-fields.tsx';

/** A dialog that creates a topic, as the last of the list. */
const CreateTopic = ({ onClose }: { onClose: () => void }) => (
  <ChangeDialog
    title="New topic"
    onClose={onClose}
    submit="Create the topic"
    send={(form) => ask(createTopic, { body: bodyOf(textsIn(form, labels)) })}
    done={() => 'The topic was created. Add its entries now.'}
    then={({ topicId }) => go(here({ ...noRecord, new: undefined, open: topicId }), { replace: true })}
  >
    <TopicFields />
  </ChangeDialog>
);

const question = 'What can the website answer?';

/** What can the website answer? */
export function Topics() {
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const isDeleting = useDeleting();
  const topics = useListOf('topics', listTopics, {});
  const choose = useChoose<Topic>({
    what: 'topics',
    keyOf: ({ topicId }) => topicId,
    nameOf: ({ title }) => title,
    actions: mayWrite ? [deletion] : [],
  });
  const items = topics.items?.filter(({ topicId }) => !isDeleting(topicId));
  const columns = (rows: Topic[]): Column<Topic>[] => [
    column('title', 'Topic', {}, ({ title, isDefault }) => (
      <>
        {title} {isDefault && <span class="badge">Default</span>}
      </>
    )),
    column('purpose', 'Purpose', { notOnPhone: true }, ({ purpose }) => (
      <span class="muted clamp">{purpose}</span>
    )),
    column(
      'entries',
      'Entries',
      { isNumber: true },
      ({ entries }) => `${entries.length} of ${limits.entries}`,
    ),
    ...(mayWrite
      ? [
          column('order', 'Order', { isNumber: true, notOnPhone: true }, (topic: Topic) => (
            <span class="above-row">
              <MoveButtons
                what={topic.title}
                index={rows.indexOf(topic)}
                count={rows.length}
                onMove={(to) => moveTopic(rows, rows.indexOf(topic), to)}
              />
            </span>
          )),
        ]
      : []),
  ];
  return (
    <>
      <ScreenHead
        title="Topics"
        question={`${items ? plural(items.length, 'topic') : 'Topics'}, in their order. ${question}`}
      >
        <NewButton what="topic" label="New topic" />
      </ScreenHead>
      {items?.length !== 0 && (
        <Toolbar title="Topics" file={{ what: 'Topics', of: () => [[listTopics, {}]] }} />
      )}
      <TableOf
        of={{ ...topics, items }}
        lines={8}
        empty={
          <Empty title="No topics yet">
            A topic is what the website can answer: a title, a purpose and up to {limits.entries} entries.{' '}
            {mayWrite && <a href={here({ new: 'topic' })}>Create the first topic</a>}
          </Empty>
        }
        label="Topics"
        columns={columns(items ?? [])}
        keyOf={({ topicId }) => topicId}
        href={({ topicId }) => open(topicId)}
        choose={choose}
      />
      {wanted === 'topic' && mayWrite && <CreateTopic onClose={close} />}
    </>
  );
}
