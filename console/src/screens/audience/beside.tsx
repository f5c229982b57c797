import type { AudienceVersion } from '@footfall/client';
import { useState } from 'preact/hooks';
import type { QueryState } from '../../data/query.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { number } from '../../lib/format.ts';
import { HistoryFold } from '../history/history-fold.tsx';
import { type Loaded, pathOf } from './data.ts';
import { History } from './history.tsx';
import { Links } from './links.tsx';
import { Numbers } from './numbers.tsx';
import { NextPreview, Preview } from './preview.tsx';
import type { VersionAction } from './use-actions.ts';
import { UseAgain, type Wanted } from './use-again.tsx';
import type { Draft } from './use-draft.ts';
import type { AudienceLinks } from './use-links.ts';
import { useVersions } from './use-versions.ts';
import { changesBetween, type Shown, shownOf } from './words.ts';

export interface BesideProps {
  loaded: Loaded;
  links: AudienceLinks;
  /** The words of the published version, or of the page. */
  live: QueryState<Shown>;
  /** The words that come next. */
  next: Shown;
  draft: Draft;
  /** Words of an older version are in the draft now. */
  onUsed: () => void;
  mayWrite: boolean;
  onAction: (version: AudienceVersion, action: VersionAction) => void;
}

/** What stands beside the words: links, what a visitor gets, numbers, versions. */
export function Beside({ loaded, links, live, next, draft, onUsed, mayWrite, onAction }: BesideProps) {
  const { audience } = loaded;
  const path = pathOf(loaded);
  const [wanted, setWanted] = useState<Wanted>();
  const written = draft.isDirty ? shownOf(draft.values, loaded.page) : next;
  const { items: versions } = useVersions(path);
  const versionName = (id: string) => {
    const known = versions?.find(({ versionId }) => versionId === id);
    return known && `version ${number(known.versionNumber)}`;
  };
  const hasNext = live.data !== undefined && changesBetween(live.data, written).length > 0;
  return (
    <div>
      <Links
        audienceId={audience.audienceId}
        pageUrl={loaded.page.url}
        suggestion={audience.personRouteKey ? `/for/${audience.personRouteKey}` : ''}
        links={links}
        mayCreate={mayWrite}
      />
      {links.isLinked && <Preview loaded={loaded} live={live} />}
      {hasNext && <NextPreview next={written} path={path} links={links} mayOpen={mayWrite} />}
      <Numbers path={path} />
      <History
        path={path}
        audience={audience}
        live={live.data}
        next={next}
        mayWrite={mayWrite}
        onAction={onAction}
        onUseAgain={setWanted}
      />
      {wanted && (
        <UseAgain
          key={wanted.version.versionId}
          loaded={loaded}
          draft={draft}
          next={next}
          wanted={wanted}
          onUsed={onUsed}
          live={live.data}
          onClose={() => setWanted(undefined)}
        />
      )}
      <HistoryFold
        param="beside"
        kind="audience"
        id={audience.audienceId}
        changedAt={JSON.stringify([loaded.match, audience.latestVersion, audience.publishedVersion])}
        nameOf={versionName}
      />
      <p class="muted after">
        <CopyButton text={audience.audienceId} label={audience.audienceId} what="id" />
      </p>
    </div>
  );
}
