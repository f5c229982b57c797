import { type AnalyticsStep, analyticsTimeseries } from '@footfall/client';
import { perStep } from '../../analytics/range.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { useAnswer } from '../../data/api.ts';
import { Sparkline } from '../../kit/sparkline.tsx';
import { RateStat, Stat, Stats } from '../../kit/stat.tsx';
import { Await, Empty, ListFooter, Skeleton } from '../../kit/states.tsx';
import { number } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';
import { HistoryFold } from '../history/history-fold.tsx';
import { type AudiencePath, pathOf } from './data.ts';
import { Links } from './links.tsx';
import { NextPreview, Preview } from './preview.tsx';
import type { PartProps } from './screen.ts';
import { EndedTests } from './test.tsx';
import { gotBefore, useVersions } from './use-versions.ts';
import { Version } from './version.tsx';
import { useVersionVisits, VersionVisitsNote, visitsOfVersion } from './version-visits.tsx';
import { changesBetween, shownOf } from './words.ts';

const sum = (steps: AnalyticsStep[], of: 'totalSessions' | 'conversionCount') =>
  steps.reduce((all, step) => all + step[of], 0);

/** The visits of an audience over the range of the address, and what they led to. */
function Numbers({ path: { page_id: pageId, audience_id: audienceId } }: { path: AudiencePath }) {
  const chosen = useRange();
  const { startDate, endDate, zone, interval, label, words } = chosen;
  const asked = { startDate, endDate, timezone: zone, interval, audienceId };
  const series = useAnswer('audience-series', analyticsTimeseries, {
    path: { page_id: pageId },
    query: asked,
  });
  const pageAddress = link('page', { pageId }, { audience: audienceId });
  return (
    <section aria-labelledby="audience-numbers">
      <h2 id="audience-numbers">Results</h2>
      <Await query={series} skeleton={<Skeleton lines={4} />}>
        {({ items }) => {
          const visits = sum(items, 'totalSessions');
          if (visits === 0) return <Empty title={`No visits: ${words}`} />;
          return (
            <>
              <Stats>
                <Stat
                  label="Visits"
                  value={number(visits)}
                  note={
                    <Sparkline
                      values={items.map((step) => step.totalSessions)}
                      label={perStep('Visits', chosen)}
                      end={items.at(-1)?.end}
                    />
                  }
                />
                <RateStat
                  label="Conversion rate"
                  hits={sum(items, 'conversionCount')}
                  of={visits}
                  sample="visits"
                />
              </Stats>
              <p class="muted after">
                {label}. <a href={pageAddress}>More on the page</a>
              </p>
            </>
          );
        }}
      </Await>
    </section>
  );
}

/** So many versions at the top load their words at once, and the others when they are opened. */
const loadedAtOnce = 5;

/** The versions of an audience, newest first: what each changed, and what may be done with it. */
function History({ screen }: PartProps) {
  const versions = useVersions(pathOf(screen.loaded));
  const range = useRange();
  const visits = useVersionVisits(screen.loaded.audience, range);
  return (
    <section aria-labelledby="audience-history">
      <h2 id="audience-history">Versions</h2>
      <p class="muted">Open one to see what it changed.</p>
      <VersionVisitsNote visits={visits} range={range} />
      <Await query={{ ...versions, data: versions.items }} skeleton={<Skeleton lines={3} />}>
        {(items) => (
          <>
            <ol class="timeline versions">
              {items.map((version, index) => (
                <Version
                  key={version.versionId}
                  screen={screen}
                  version={version}
                  visits={visitsOfVersion(visits.data, version)}
                  before={items[index + 1]}
                  outBefore={gotBefore(items, version, screen.tests)}
                  isLatest={index === 0}
                  isFirst={index < loadedAtOnce}
                  isAll={!versions.hasMore}
                />
              ))}
            </ol>
            <ListFooter list={versions} />
          </>
        )}
      </Await>
    </section>
  );
}

/** What stands beside the words: links, what a visitor gets, numbers, versions. */
export function Beside({ screen }: PartProps) {
  const { loaded, links, live, next, draft } = screen;
  const { audience } = loaded;
  const path = pathOf(loaded);
  const written = draft.isDirty ? shownOf(draft.values, loaded.page) : next;
  const { items: versions } = useVersions(path);
  const versionName = (id: string) => {
    const known = versions?.find(({ versionId }) => versionId === id);
    return known && `version ${number(known.versionNumber)}`;
  };
  const hasNext = live.data !== undefined && changesBetween(loaded.page, live.data, written).length > 0;
  return (
    <div>
      <Links screen={screen} />
      {links.isLinked && <Preview screen={screen} />}
      {hasNext && <NextPreview screen={screen} next={written} />}
      <Numbers path={path} />
      <History screen={screen} />
      <EndedTests screen={screen} />
      <HistoryFold
        param="beside"
        kind="audience"
        id={audience.audienceId}
        changedAt={JSON.stringify([loaded.match, audience.latestVersion, audience.publishedVersion])}
        nameOf={versionName}
      />
    </div>
  );
}
