import { listTopics, type Topic } from '@footfall/client';
import { useDeleting } from '../../data/deleting.ts';
import { useScope } from '../../data/session.ts';
import { useTopics } from '../../data/topics.ts';
import { Await } from '../../kit/await.tsx';
import { useChoose } from '../../kit/choose.tsx';
import { MoveButtons } from '../../kit/move-buttons.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { announce } from '../../lib/announce.ts';
import { plural } from '../../lib/format.ts';
import { describeProblem } from '../../lib/problem.ts';
import { toast } from '../../lib/toasts.ts';
import { useActions } from '../../nav/actions.ts';
import { open } from '../../nav/records.ts';
import { go, here } from '../../nav/router.ts';
import { useNew } from '../../nav/use-new.ts';
import { deletion } from './bulk.ts';
import { CreateTopic } from './create-topic.tsx';
import { limits, moveTopic } from './data.ts';

const question = 'What can the website answer?';

/** What can the website answer? */
export function Topics() {
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const isDeleting = useDeleting();
  const topics = useTopics();
  const choose = useChoose<Topic>({
    what: 'topics',
    keyOf: ({ topicId }) => topicId,
    nameOf: ({ title }) => title,
    actions: mayWrite ? [deletion] : [],
  });
  const items = topics.items?.filter(({ topicId }) => !isDeleting(topicId));
  useActions(mayWrite ? [{ title: 'New topic', keys: 'n', run: () => go(here({ new: 'topic' })) }] : []);

  const reorder = (rows: Topic[], from: number, to: number) => {
    moveTopic(rows, from, to).then(
      () => announce(`${rows[from]?.title} is number ${to + 1} of ${rows.length} now`),
      (error: unknown) => toast(`The order stayed as it was. ${describeProblem(error).title}.`),
    );
  };
  const columns = (rows: Topic[]): Column<Topic>[] => [
    {
      id: 'title',
      label: 'Topic',
      cell: ({ title, isDefault }) => (
        <>
          {title} {isDefault && <span class="badge badge-accent">Default</span>}
        </>
      ),
    },
    {
      id: 'purpose',
      label: 'Purpose',
      notOnPhone: true,
      cell: ({ purpose }) => <span class="muted clamp">{purpose}</span>,
    },
    {
      id: 'entries',
      label: 'Entries',
      isNumber: true,
      cell: ({ entries }) => `${entries.length} of ${limits.entries}`,
    },
    ...(mayWrite
      ? [
          {
            id: 'order',
            label: 'Order',
            isNumber: true,
            notOnPhone: true,
            cell: (topic: Topic) => (
              <span class="above-row">
                <MoveButtons
                  what={topic.title}
                  index={rows.indexOf(topic)}
                  count={rows.length}
                  onMove={(to) => reorder(rows, rows.indexOf(topic), to)}
                />
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <ScreenHead
        title="Topics"
        file={() => [[listTopics, {}]]}
        question={items ? `${plural(items.length, 'topic')}, in their order. ${question}` : question}
      >
        {mayWrite && (
          <a class="button button-main" href={here({ new: 'topic' })}>
            New topic
          </a>
        )}
      </ScreenHead>
      <Await query={{ ...topics, data: items }} skeleton={<Skeleton lines={8} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No topics yet">
              A topic is what the website can answer: a title, a purpose and up to {limits.entries} entries.{' '}
              {mayWrite && <a href={here({ new: 'topic' })}>Create the first topic</a>}
            </Empty>
          ) : (
            <Table
              label="Topics"
              columns={columns(rows)}
              rows={rows}
              keyOf={({ topicId }) => topicId}
              href={({ topicId }) => open(topicId)}
              list={topics}
              choose={choose}
            />
          )
        }
      </Await>
      {wanted === 'topic' && mayWrite && <CreateTopic onClose={close} />}
    </>
  );
}
