import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ago, clock, day, dayAndTime, firstWeekday, month, number, shortDay } from '../lib/format.ts';
import { Button } from './button.tsx';

/** Something that happened. */
export interface TimelineItem {
  id: string;
  at: string;
  /** The mark at its side has a shape and a colour by it. Without one it is a grey dot. */
  kind?: 'log' | 'visit' | 'converted' | 'publish';
  title: ComponentChildren;
  note?: ComponentChildren;
  /** What unfolds below it, such as a payload. */
  details?: ComponentChildren;
}

interface TimelineProps {
  items: TimelineItem[];
  /** Divided by today, this week, last week and months, with the time of each item. */
  isDivided?: boolean;
  /** Of this week's periods so many are shown at first, so that last week is near. */
  few?: number | undefined;
}

/** A stretch of time that a list is divided by: today, last week, a month. */
export interface Period {
  label: string;
  /** It is today, or in this week or yesterday. */
  isThisWeek: boolean;
  /** How a time within it is said. */
  timeOf: (time: string) => string;
}

const dayStart = (time: Date, days = 0): Date =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate() + days);
const daySaid = (time: string) => `${shortDay(time)}, ${clock(time)}`;

const weekStart = (now: Date, weeks = 0): Date =>
  dayStart(now, 7 * weeks - ((now.getDay() - firstWeekday() + 7) % 7));

/** The first moment of last week, on the viewer's computer. */
export const lastWeekStart = (now = new Date()): Date => weekStart(now, -1);

/** The period of a time, as one says it today. Weeks begin, and the zone is, as on the viewer's computer. */
function periodOf(time: string, now = new Date()): Period {
  const at = new Date(time);
  const today = dayStart(now);
  const week = weekStart(now);
  const weekBefore = lastWeekStart(now);
  if (at >= today) return { label: 'Today', isThisWeek: true, timeOf: clock };
  if (at >= dayStart(now, -1)) return { label: 'Yesterday', isThisWeek: true, timeOf: clock };
  if (at >= week) return { label: 'Earlier this week', isThisWeek: true, timeOf: daySaid };
  if (at >= weekBefore) {
    const days = `${shortDay(weekBefore)} – ${shortDay(dayStart(week, -1))}`;
    return { label: `Last week, ${days}`, isThisWeek: false, timeOf: daySaid };
  }
  const isThisYear = at.getFullYear() === now.getFullYear();
  return {
    label: month(at),
    isThisWeek: false,
    timeOf: isThisYear ? daySaid : (of) => `${day(of)}, ${clock(of)}`,
  };
}

/**
 * Keeps the focus when a button goes and more items are shown in a part: the first of them gets it, or what unfolds it.
 * Called before they are shown.
 */
export function focusNew(part: Element | null | undefined): void {
  const shown = () => [...(part?.querySelectorAll<HTMLElement>('.timeline > li') ?? [])];
  const { length } = shown();
  requestAnimationFrame(() => {
    const item = shown()[length];
    const summary = item?.querySelector('summary');
    if (item && !summary) item.tabIndex = -1;
    (summary ?? item)?.focus();
  });
}

const since = ({ at }: TimelineItem): string => ago(at);

function Item({ item, timeOf }: { item: TimelineItem; timeOf: (item: TimelineItem) => string }) {
  const { title, note, at, details, kind } = item;
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
    <li class="line" data-kind={kind}>
      {details ? (
        <details>
          <summary>{heading}</summary>
          <div class="timeline-details stack-2">{details}</div>
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

interface PeriodItemsProps {
  period: Period;
  items: TimelineItem[];
  few: number | undefined;
}

function PeriodItems({ period, items, few = items.length }: PeriodItemsProps) {
  const [isWhole, setWhole] = useState(false);
  // For one item a button takes as much room.
  const isFolded = period.isThisWeek && !isWhole && items.length > few + 1;
  const shown = isFolded ? items.slice(0, few) : items;
  return (
    <section class="period">
      <h3>{period.label}</h3>
      <ol class="timeline rail">
        {shown.map((item) => (
          <Item key={item.id} item={item} timeOf={({ at }) => period.timeOf(at)} />
        ))}
      </ol>
      {isFolded && (
        <Button
          kind="link"
          aria-label={`${number(items.length - few)} more, ${period.label}`}
          onClick={({ currentTarget }) => {
            focusNew(currentTarget.closest('.period'));
            setWhole(true);
          }}
        >
          {number(items.length - few)} more
        </Button>
      )}
    </section>
  );
}

/** What happened, newest first. Items with details unfold. */
export function Timeline({ items, isDivided = false, few }: TimelineProps) {
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
        <PeriodItems key={period.label} period={period} items={of} few={few} />
      ))}
    </>
  );
}
