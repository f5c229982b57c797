import type { Annotation, Publish, PublishList } from '@footfall/client';
import { useEffect, useState } from 'preact/hooks';
import {
  mostAnnotations,
  mostPublishes,
  removeAnnotation,
  useAnnotations,
  usePublishes,
} from '../data/chart-notes.ts';
import { pageNameIn, usePagesById } from '../data/pages.ts';
import { useScope } from '../data/session.ts';
import { Button } from '../kit/button.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { Failed } from '../kit/states.tsx';
import { dayAndTime, plural } from '../lib/format.ts';
import { useActions } from '../nav/actions.ts';
import { go, here, link, useNew } from '../nav/router.ts';
import { AndMeasure } from './and-measure.tsx';
import type { ChartProps } from './chart.tsx';
import type { Range } from './range.ts';

const NewNote = lazyDialog(() => import('./note-form.tsx').then((of) => of.NewNote));
const EditNote = lazyDialog(() => import('./note-form.tsx').then((of) => of.EditNote));

export interface NotesProps {
  /** Undefined for all pages. */
  pageId: string | undefined;
  /** Whose publishes are marked. Undefined for those of all audiences of the page. */
  audienceId?: string | undefined;
  range: Range;
  /** The steps of the chart. */
  steps: ChartProps['steps'];
  /** Marks the steps of notes. */
  onMarks: (marks: Map<number, string[]>) => void;
}

interface NoteProps {
  note: Annotation;
  zone: string;
  /** Whose charts have it, if not all pages. */
  page: { id: string; name: string } | undefined;
  onEdit: () => void;
}

function Note({ note, zone, page, onEdit }: NoteProps) {
  const mayWrite = useScope('write');
  const { text, happenedAt, author } = note;
  return (
    <li>
      <time class="muted tabular" dateTime={happenedAt}>
        {dayAndTime(happenedAt, zone)}
      </time>
      <span class="grow words">
        {text}{' '}
        <span class="muted">
          {page && (
            <>
              <a href={link('page', { pageId: page.id })}>{page.name}</a> ·{' '}
            </>
          )}
          {author}
        </span>
      </span>
      {mayWrite && (
        <span class="row">
          <Button kind="quiet" onClick={onEdit}>
            Edit<span class="visually-hidden"> the note “{text}”</span>
          </Button>
          <Button kind="delete" onClick={() => removeAnnotation(note)}>
            Delete<span class="visually-hidden"> the note “{text}”</span>
          </Button>
        </span>
      )}
    </li>
  );
}

/** What was published of the page, each a link to its audience. */
const Publishes = ({ pageId, zone, items, hasMore }: PublishList & { pageId: string; zone: string }) => (
  <details>
    <summary>{plural(items.length, 'publish', 'publishes')} on the chart</summary>
    <ul class="feed">
      {items.map(({ versionId, versionNumber, audienceId, audienceName, publishedAt }) => (
        <li key={versionId}>
          <time class="muted tabular" dateTime={publishedAt}>
            {dayAndTime(publishedAt, zone)}
          </time>
          <span class="grow">
            <a href={link('audience', { pageId, audienceId })}>{audienceName}</a>{' '}
            <span class="muted">version {versionNumber}</span>
          </span>
        </li>
      ))}
    </ul>
    {hasMore && <p class="note muted">Only the latest {mostPublishes} publishes of this range are shown.</p>}
  </details>
);

/** Something that is marked on a chart. */
export interface Marked {
  at: string;
  text: string;
}

/** So many texts of a step are beside the pointer: all are below the chart. */
const most = 3;

const shortened = (texts: string[]): string[] =>
  texts.length > most ? [...texts.slice(0, most), `and ${texts.length - most} more`] : texts;

/**
 * What the pointer says of what is marked, by the index of the step of a chart in which it happened: the texts in the order
 * in which they are given.
 */
export function marksIn(
  steps: readonly { start: string; end: string }[],
  marked: readonly Marked[],
): Map<number, string[]> {
  const times = steps.map(({ start, end }) => [Date.parse(start), Date.parse(end)] as const);
  const marks = new Map<number, string[]>();
  for (const { at, text } of marked) {
    const time = Date.parse(at);
    const index = times.findIndex(([start, end]) => start <= time && time < end);
    if (index >= 0) marks.set(index, [...(marks.get(index) ?? []), text]);
  }
  return new Map(Array.from(marks, ([index, texts]) => [index, shortened(texts)]));
}

/** What the chart marks: notes before publishes, each earliest first. */
const markedIn = (notes: Annotation[], publishes: Publish[]): Marked[] => [
  ...notes.map(({ happenedAt, text }) => ({ at: happenedAt, text })).reverse(),
  ...publishes
    .map(({ publishedAt, audienceName }) => ({ at: publishedAt, text: `Published: ${audienceName}` }))
    .reverse(),
];

/** The notes and publishes on a chart in words, latest first, and what writes, changes and deletes notes. */
export function Notes({ pageId, audienceId, range, steps, onMarks }: NotesProps) {
  const { zone, startDate, endDate } = range;
  const mayWrite = useScope('write');
  const notes = useAnnotations({ pageId, startDate, endDate });
  const publishes = usePublishes(pageId, range);
  const published =
    publishes.data?.items.filter((one) => audienceId === undefined || one.audienceId === audienceId) ?? [];
  const failed = [notes, publishes].find(({ error, isLoading }) => error !== undefined && !isLoading);
  const [wanted, close] = useNew();
  const [edited, setEdited] = useState<Annotation>();
  const items = notes.data?.items ?? [];
  const marks = [...marksIn(steps, markedIn(items, published))];
  useEffect(() => onMarks(new Map(marks)), [JSON.stringify(marks)]);
  const others = items.flatMap((note) => (note.pageId && note.pageId !== pageId ? note.pageId : []));
  const [isOpen, setOpen] = useState(false);
  // Only the list names them.
  const areNamed = isOpen && others.length > 0;
  const pages = usePagesById(areNamed ? [...new Set(others)] : undefined, areNamed);
  const pageOf = ({ pageId: id }: Annotation) =>
    id && id !== pageId ? { id, name: pageNameIn(pages, id) } : undefined;
  const address = here({ new: 'note' });
  useActions(mayWrite ? [{ title: 'Add a note to the chart', run: () => go(address) }] : []);
  return (
    <div class="notes wrap">
      {range.isPart && (
        <p id="chart-part" class="note muted">
          Today is partial, and figures are compared up to the same time of day. The gray line shows full
          days.
        </p>
      )}
      {failed && <Failed error={failed.error} retry={failed.retry} isShort={true} />}
      {items.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{plural(items.length, 'note')} on the chart</summary>
          <ul class="feed">
            {items.map((note) => (
              <Note
                key={note.annotationId}
                note={note}
                zone={zone}
                page={pageOf(note)}
                onEdit={() => setEdited(note)}
              />
            ))}
          </ul>
          {notes.data?.hasMore && (
            <p class="note muted">Only the latest {mostAnnotations} notes of this range are shown.</p>
          )}
        </details>
      )}
      {pageId !== undefined && publishes.data && published.length > 0 && (
        <Publishes {...publishes.data} items={published} pageId={pageId} zone={zone} />
      )}
      <span class="row notes-add">
        <AndMeasure />
        {mayWrite && <a href={address}>Add a note</a>}
      </span>
      {mayWrite && wanted === 'note' && <NewNote pageId={pageId} range={range} onClose={close} />}
      {edited && <EditNote note={edited} zone={zone} onClose={() => setEdited(undefined)} />}
    </div>
  );
}
