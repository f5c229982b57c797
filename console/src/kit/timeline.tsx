import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { dayMs } from '../../../src/lib/durations.ts';
import { localOf } from '../../../src/lib/time-zone.ts';
import {
  ago,
  clock,
  day,
  dayAndTime,
  firstWeekday,
  month,
  number,
  shortDay,
  shownZone,
  type Time,
} from '../lib/format.ts';
import { Button } from './button.tsx';

/** Something that happened. */
export interface TimelineItem {
  id: string;
  at: string;
  /** The mark at its side has a shape and a colour by it. Without one it is a grey dot. */
  kind?: 'log' | 'visit' | 'converted' | 'publish';
  title: ComponentChildren;
  note?: ComponentChildren;
  /** What unfolds below it, such as a payload. A function makes it when it is unfolded. */
  details?: ComponentChildren | (() => ComponentChildren);
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

/** The day of a time, counted from 1 January 1970, in the time zone of the screen. */
const dayOf = (time: Time): number => Math.floor(localOf(new Date(time).getTime(), shownZone()) / dayMs);
const weekday = firstWeekday();
/** The first day of the week of a day. 1 January 1970 was a Thursday. */
const weekOf = (of: number): number => of - ((of + 4 - weekday) % 7);
const yearOf = (of: number): number => new Date(of * dayMs).getUTCFullYear();
const dayIn = (of: number): string => shortDay(of * dayMs, 'UTC');
const daySaid = (time: string) => `${shortDay(time)}, ${clock(time)}`;

/** Whether a time is in this week or in the last. */
export const isRecent = (time: string, now: Time = Date.now()): boolean =>
  dayOf(time) >= weekOf(dayOf(now)) - 7;

/** The period of a time, as one says it today. Weeks begin as on the viewer's computer. */
export function periodOf(time: string, now: Time = Date.now()): Period {
  const [at, today] = [dayOf(time), dayOf(now)];
  const week = weekOf(today);
  if (at >= today) return { label: 'Today', isThisWeek: true, timeOf: clock };
  if (at === today - 1) return { label: 'Yesterday', isThisWeek: true, timeOf: clock };
  if (at >= week) return { label: 'Earlier this week', isThisWeek: true, timeOf: daySaid };
  if (at >= week - 7)
    return {
      label: `Last week, ${dayIn(week - 7)} – ${dayIn(week - 1)}`,
      isThisWeek: false,
      timeOf: daySaid,
    };
  const isThisYear = yearOf(at) === yearOf(today);
  return {
    label: month(time),
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
  const [isOpen, setOpen] = useState(false);
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
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{heading}</summary>
          <div class="timeline-details stack-2">
            {typeof details === 'function' ? isOpen && details() : details}
          </div>
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
