import type { ComponentChildren } from 'preact';
import { ago, dayAndTime } from '../format.ts';

/** Something that happened. */
export interface TimelineItem {
  id: string;
  at: string;
  title: ComponentChildren;
  note?: ComponentChildren;
  /** What unfolds below it, such as a payload. */
  details?: ComponentChildren;
}

function Heading({ title, note, at }: TimelineItem) {
  return (
    <span class="row timeline-head">
      <span class="grow">
        {title} {note && <span class="muted">{note}</span>}
      </span>
      <time class="muted tabular" dateTime={at} title={dayAndTime(at)}>
        {ago(at)}
      </time>
    </span>
  );
}

/** What happened, newest first. Items with details unfold. */
export function Timeline({ items }: { items: TimelineItem[] }) {
  return (
    <ol class="timeline">
      {items.map((item) => (
        <li key={item.id}>
          {item.details ? (
            <details>
              <summary>
                <Heading {...item} />
              </summary>
              {item.details}
            </details>
          ) : (
            <Heading {...item} />
          )}
        </li>
      ))}
    </ol>
  );
}
