import type { Event } from '@footfall/client';
import type { ListState } from '../../data/list.ts';
import { useScope } from '../../data/session.ts';
import { ListFooter } from '../../kit/states.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { sentenceOf, toldOf, type Whose } from './sentence.ts';

const Sentence = ({ parts }: { parts: ReturnType<typeof sentenceOf> }) => (
  <span class="sentence">
    {parts.map((part) =>
      typeof part === 'string' ? (
        part
      ) : part.href === undefined ? (
        <b key={part.text}>{part.text}</b>
      ) : (
        <a key={part.text} href={part.href}>
          {part.text}
        </a>
      ),
    )}
  </span>
);

export interface EventListProps extends Omit<Whose, 'mayOpenKeys'> {
  events: Event[];
  list: ListState<Event>;
}

/** Events as sentences, divided by days and weeks. */
export function EventList({ events, list, ...whose }: EventListProps) {
  const mayOpenKeys = useScope('admin');
  return (
    <>
      <Timeline
        isDivided
        items={toldOf(events).map((told) => ({
          id: String(told.event.sequence),
          at: told.event.createdAt,
          title: <Sentence parts={sentenceOf(told, { ...whose, mayOpenKeys })} />,
        }))}
      />
      <ListFooter list={list} label="Show more" />
    </>
  );
}
