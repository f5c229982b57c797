import type { AudienceVersion } from '@footfall/client';
import { CopyButton } from '../../kit/copy.tsx';
import type { QueryState } from '../../query.ts';
import { type Loaded, pathOf } from './data.ts';
import { History } from './history.tsx';
import { Links } from './links.tsx';
import { Numbers } from './numbers.tsx';
import { Preview } from './preview.tsx';
import type { VersionAction } from './status.tsx';
import { useContextAgain } from './use-again.ts';
import type { AudienceLinks } from './use-links.ts';
import type { Shown } from './words.ts';

export interface BesideProps {
  loaded: Loaded;
  links: AudienceLinks;
  /** The words of the published version, or of the page. */
  live: QueryState<Shown>;
  mayWrite: boolean;
  onAction: (version: AudienceVersion, action: VersionAction) => void;
}

/** What stands beside the words: links, what a visitor gets, numbers, versions. */
export function Beside({ loaded, links, live, mayWrite, onAction }: BesideProps) {
  const { audience } = loaded;
  const path = pathOf(loaded);
  const useAgain = useContextAgain(loaded);
  return (
    <div>
      <Links
        audienceId={audience.audienceId}
        suggestion={audience.personRouteKey ? `/for/${audience.personRouteKey}` : ''}
        links={links}
        mayCreate={mayWrite}
      />
      {links.address !== undefined && <Preview loaded={loaded} live={live} />}
      <Numbers path={path} />
      <History
        path={path}
        context={audience.supplementaryContext}
        mayWrite={mayWrite}
        isArchived={audience.archivedAt !== null}
        onAction={onAction}
        onUseAgain={useAgain}
      />
      <p class="muted after">
        <CopyButton text={audience.audienceId} label={audience.audienceId} what="id" />
      </p>
    </div>
  );
}
