import { useRange } from '../../analytics/range-picker.tsx';
import { Await, ListFooter, Skeleton } from '../../kit/states.tsx';
import { pathOf } from './data.ts';
import type { PartProps } from './screen.ts';
import { gotBefore, useVersions } from './use-versions.ts';
import { Version } from './version.tsx';
import { useVersionVisits, VersionVisitsNote, visitsOfVersion } from './version-visits.tsx';

/** So many versions at the top load their words at once, and the others when they are opened. */
const loadedAtOnce = 5;

/** The versions of an audience, newest first: what each changed, what it brought, and what may be done with it. */
export function Versions({ screen }: PartProps) {
  const versions = useVersions(pathOf(screen.loaded));
  const range = useRange();
  const visits = useVersionVisits(screen.loaded.audience, range);
  return (
    <section aria-labelledby="audience-versions">
      <h2 id="audience-versions">Versions</h2>
      <VersionVisitsNote visits={visits} range={range} />
      <Await
        query={{ ...versions, data: versions.items }}
        what="the versions"
        skeleton={<Skeleton lines={3} />}
      >
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
