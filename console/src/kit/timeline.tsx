import type { ComponentChildren } from 'preact';
import { ago, dayAndTime } from '../lib/format.ts';
import { type Period, periodOf } from './periods.ts';

/** Something that happened. */
export interface TimelineItem {
  id: string;
  at: string;
  title: ComponentChildren;
  note?: ComponentChildren;
  /** What unfolds below it, such as a payload. */
  details?: ComponentChildren;
}

export interface TimelineProps {
  items: TimelineItem[];
  /** Divided by today, this week, last week and months, with the time of each item. */
  isDivided?: boolean;
}

const since = ({ at }: TimelineItem): string => ago(at);

function Item({ item, timeOf }: { item: TimelineItem; timeOf: (item: TimelineItem) => string }) {
  const { title, note, at, details } = item;
  const heading = (
    <span class="row timeline-head">
      <span class="grow">
        {title} {note && <span class="muted">{note}</span>}
      </span>
      <time class="muted tabular" dateTime={at} title={dayAndTime(at)}>
        {timeOf(item)}
      </time>
    </span>
  );
  return (
    <li>
      {details ? (
        <details>
          <summary>{heading}</summary>
          <div class="timeline-details">{details}</div>
        </details>
      ) : (
        heading
      )}
    </li>
  );
}

/** The items by their periods, in their order. */
function divided(items: TimelineItem[]): { period: Period; items: TimelineItem[] }[] {
  const parts: { period: Period; items: TimelineItem[] }[] = [];
  for (const item of items) {
    const period = periodOf(item.at);
    const last = parts.at(-1);
    if (last?.period.label === period.label) last.items.push(item);
    else parts.push({ period, items: [item] });
  }
  return parts;
}

/** What happened, newest first. Items with details unfold. */
export function Timeline({ items, isDivided = false }: TimelineProps) {
  if (!isDivided) {
    return (
      <ol class="timeline">
        {items.map((item) => (
          <Item key={item.id} item={item} timeOf={since} />
        ))}
      </ol>
    );
  }
  return (
    <>
      {divided(items).map(({ period, items: of }) => (
        <section key={period.label} class="period">
          <h3>{period.label}</h3>
          <ol class="timeline">
            {of.map((item) => (
              <Item key={item.id} item={item} timeOf={({ at }) => period.timeOf(at)} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
