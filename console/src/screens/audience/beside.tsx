import type { AudienceVersion } from '@footfall/client';
import { Await } from '../../kit/await.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { type Loaded, pathOf } from './data.ts';
import { History } from './history.tsx';
import { Links, Preview } from './links.tsx';
import type { Live } from './live.ts';
import { Numbers } from './numbers.tsx';
import type { VersionAction } from './status.tsx';
import { useContextAgain } from './use-again.ts';

export interface BesideProps {
  loaded: Loaded;
  live: Live;
  mayWrite: boolean;
  onAction: (version: AudienceVersion, action: VersionAction) => void;
}

/** What stands beside the words: links, what a visitor gets, numbers, versions. */
export function Beside({ loaded, live: { links, link, resolution }, mayWrite, onAction }: BesideProps) {
  const { audience } = loaded;
  const path = pathOf(loaded);
  const useAgain = useContextAgain(loaded);
  return (
    <div>
      <Links
        audienceId={audience.audienceId}
        suggestion={audience.personRouteKey ? `/for/${audience.personRouteKey}` : ''}
        query={links}
        mayCreate={mayWrite}
      />
      {link && (
        <Await query={resolution} skeleton={<Skeleton lines={3} />}>
          {(answer) => <Preview shown={answer} />}
        </Await>
      )}
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
