import { number } from '../../lib/format.ts';
import { HistoryFold } from '../history/history-fold.tsx';
import { pathOf } from './data.ts';
import type { PartProps } from './screen.ts';
import { EndedTests } from './test.tsx';
import { useVersions } from './use-versions.ts';
import { OnWebsite } from './website.tsx';
import { changesBetween, shownOf } from './words.ts';

/** What stands beside the words: the website, the tests that have ended, who changed it. */
export function Beside({ screen }: PartProps) {
  const { loaded, live, next, draft } = screen;
  const { audience } = loaded;
  const written = draft.isDirty ? shownOf(draft.values, loaded.page) : next;
  const { items: versions } = useVersions(pathOf(loaded));
  const versionName = (id: string) => {
    const known = versions?.find(({ versionId }) => versionId === id);
    return known && `version ${number(known.versionNumber)}`;
  };
  const hasNext = live.data !== undefined && changesBetween(loaded.page, live.data, written).length > 0;
  return (
    <div>
      <OnWebsite screen={screen} hasNext={hasNext} />
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
