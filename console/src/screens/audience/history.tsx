import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { pathOf } from './data.ts';
import type { PartProps } from './screen.ts';
import { outBefore, useVersions, wasOut } from './use-versions.ts';
import { Version } from './version.tsx';

/** So many versions at the top load their words at once, and the others when they are opened. */
const loadedAtOnce = 5;

/** The versions of an audience, newest first: what each changed, and what may be done with it. */
export function History({ screen }: PartProps) {
  const versions = useVersions(pathOf(screen.loaded));
  return (
    <section aria-labelledby="audience-history">
      <h2 id="audience-history">Versions</h2>
      <p class="muted">Open one to see what it changed.</p>
      <Await query={{ ...versions, data: versions.items }} skeleton={<Skeleton lines={3} />}>
        {(items) => (
          <>
            <ol class="timeline versions">
              {items.map((version, index) => (
                <Version
                  key={version.versionId}
                  screen={screen}
                  version={version}
                  before={items[index + 1]}
                  outBefore={wasOut(version) ? outBefore(items, version) : undefined}
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
