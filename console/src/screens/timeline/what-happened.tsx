import type { PersonLog } from '@footfall/client';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { Download } from '../../kit/download.tsx';
import { Choice } from '../../kit/pills.tsx';
import { Await, Empty, ListFooter, Skeleton } from '../../kit/states.tsx';
import { focusNew, isRecent, Timeline, type TimelineItem } from '../../kit/timeline.tsx';
import { go, here, useRoute } from '../../nav/router.ts';
import { type Happened, type TimelineFilter, timelineFile, useTimeline, type Whose } from './data.ts';
import { logItem, publishItem } from './items.tsx';
import { typeInWords } from './log-types.ts';
import { visitItem } from './visit-item.tsx';

/** So many are shown at once, also if they are older. */
const fewest = 6;

/** What happened since last week began, newest first, or the latest few if that is less. */
export function recentOf<T extends { at: string }>(items: T[], now = new Date()): T[] {
  const recent = items.findIndex(({ at }) => !isRecent(at, now));
  return items.slice(0, Math.max(fewest, recent < 0 ? items.length : recent));
}

interface FilterProps {
  label: string;
  param: 'source' | 'type';
  values: string[];
  show?: (value: string) => string;
}

function Filter({ label, param, values, show = (value) => value }: FilterProps) {
  const chosen = useRoute().query[param] ?? '';
  const offered = [...new Set(chosen ? [...values, chosen] : values)].toSorted();
  return (
    <select
      aria-label={label}
      value={chosen}
      onChange={(event) => go(here({ [param]: event.currentTarget.value, show: undefined }))}
    >
      <option value="">{`Any ${label.toLocaleLowerCase()}`}</option>
      {offered.map((value) => (
        <option key={value} value={value}>
          {show(value)}
        </option>
      ))}
    </select>
  );
}

/** Filters of logs by source and type: the values that the loaded logs have. */
const LogFilters = ({ logs }: { logs: Pick<PersonLog, 'source' | 'type'>[] }) => (
  <>
    <Filter label="Source" param="source" values={logs.map(({ source }) => source)} />
    <Filter label="Type" param="type" values={logs.map(({ type }) => type)} show={typeInWords} />
  </>
);

const kinds = [
  { value: '', label: 'All' },
  { value: 'logs', label: 'Logs', kind: 'log' },
  { value: 'visits', label: 'Visits', kind: 'visit' },
  { value: 'publishes', label: 'Publishes', kind: 'publish' },
] as const;

function itemOf(happened: Happened, whose: Whose): TimelineItem {
  const { at } = happened;
  if (happened.kind === 'log') return logItem(at, happened.log, whose);
  if (happened.kind === 'visit') return visitItem(at, happened.by, happened.visit, whose);
  return publishItem(at, happened.publish, whose);
}

/** Of today and this week so many are shown at first, where more stands below. */
const few = 2;

/**
 * What happened with a person or a company, newest first: logs, visits and publishes, each as a sentence. More stands
 * below it, so what is older than last week unfolds, and so does much of one day.
 */
export function WhatHappened(whose: Whose) {
  const [isWhole, setWhole] = useState(false);
  const { show, source, type } = useRoute().query;
  const ofLogs = { ...(source && { source }), ...(type && { type }) };
  const isFiltered = Boolean(source || type);
  const chosen = kinds.find(({ value }) => value !== '' && value === show);
  // Only logs have a source and a type.
  const filter: TimelineFilter = isFiltered
    ? ofLogs
    : chosen && 'kind' in chosen
      ? { kind: chosen.kind }
      : {};
  const timeline = useTimeline(whose, filter);
  // For the values that can be filtered by. Without a filter it is the same list.
  const all = useTimeline(whose, {});
  const logs = [...(all.items ?? []), ...(timeline.items ?? [])].flatMap((item) =>
    item.kind === 'log' ? [item.log] : [],
  );
  const hasLogs = isFiltered || show === 'logs';
  const what = whose.kind === 'person' ? 'person' : 'company';
  return (
    <>
      <div class="row record-filters">
        <Choice label="What is shown" param="show" choices={kinds} />
        {hasLogs && <LogFilters logs={logs} />}
        <Download what={`What happened with the ${what}`} of={() => [timelineFile(whose, filter)]} />
      </div>
      <Await
        query={{ ...timeline, data: timeline.items }}
        what="the timeline"
        skeleton={<Skeleton lines={6} />}
      >
        {(items) => {
          const shown = isWhole ? items : recentOf(items);
          const isMore = shown.length < items.length || (!isWhole && timeline.hasMore);
          return items.length === 0 && !timeline.hasMore ? (
            <Empty
              title={
                isFiltered || chosen
                  ? `Nothing of this kind for this ${what}`
                  : `Nothing has happened with this ${what} yet`
              }
            >
              {isFiltered || chosen ? (
                <a href={here({ source: undefined, type: undefined, show: undefined })}>Show everything</a>
              ) : (
                <>
                  Visits through their links and forms that they send are shown here, and each{' '}
                  <code>POST /v0/{whose.kind}_logs</code>.
                </>
              )}
            </Empty>
          ) : (
            <>
              <Timeline isDivided few={few} items={shown.map((item) => itemOf(item, whose))} />
              {isMore ? (
                <p class="list-footer">
                  <Button
                    onClick={({ currentTarget }) => {
                      focusNew(currentTarget.closest('.list-footer')?.parentElement);
                      setWhole(true);
                    }}
                  >
                    Show what happened before
                  </Button>
                </p>
              ) : (
                <ListFooter list={timeline} />
              )}
            </>
          );
        }}
      </Await>
    </>
  );
}
