import { CopyButton } from '../../kit/copy.tsx';
import { number } from '../../lib/format.ts';
import { HistoryFold } from '../history/history-fold.tsx';
import { pathOf } from './data.ts';
import { History } from './history.tsx';
import { Links } from './links.tsx';
import { Numbers } from './numbers.tsx';
import { NextPreview, Preview } from './preview.tsx';
import type { PartProps } from './screen.ts';
import { useVersions } from './use-versions.ts';
import { changesBetween, shownOf } from './words.ts';

/** What stands beside the words: links, what a visitor gets, numbers, versions. */
export function Beside({ screen }: PartProps) {
  const { loaded, links, live, next, draft, mayEdit } = screen;
  const { audience } = loaded;
  const path = pathOf(loaded);
  const written = draft.isDirty ? shownOf(draft.values, loaded.page) : next;
  const { items: versions } = useVersions(path);
  const versionName = (id: string) => {
    const known = versions?.find(({ versionId }) => versionId === id);
    return known && `version ${number(known.versionNumber)}`;
  };
  const hasNext = live.data !== undefined && changesBetween(live.data, written).length > 0;
  return (
    <div>
      <Links screen={screen} />
      {links.isLinked && <Preview loaded={loaded} live={live} />}
      {hasNext && <NextPreview next={written} path={path} links={links} mayOpen={mayEdit} />}
      <Numbers path={path} />
      <History screen={screen} />
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
