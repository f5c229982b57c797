import type { AudienceVersion } from '@footfall/client';
import { Await } from '../../kit/await.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { useQuery } from '../../query.ts';
import { Changes } from './changes.tsx';
import { Compare } from './compare.tsx';
import { type AudiencePath, loadShown } from './data.ts';
import { changesBetween } from './words.ts';

export interface VersionWordsProps {
  path: AudiencePath;
  /** A version that was published. */
  version: AudienceVersion;
  before: AudienceVersion | undefined;
}

/** What visitors got by a published version, and what was different in the one before. */
export function VersionWords({ path, version, before }: VersionWordsProps) {
  const ids = [version, before].flatMap((of) => of?.versionId ?? []);
  const words = useQuery(['audience-version-words', ...ids], (signal) =>
    Promise.all(ids.map((id) => loadShown(path, id, signal))),
  );
  const labelOf = ({ versionNumber }: AudienceVersion) => `Version ${versionNumber}`;
  return (
    <Await query={words} skeleton={<Skeleton lines={4} />}>
      {([after, first]) => {
        if (!after) return null;
        if (!before || !first)
          return (
            <Compare live={undefined} next={after.shown} labels={[labelOf(version), labelOf(version)]} />
          );
        const changes = changesBetween(first.shown, after.shown);
        if (changes.length === 0)
          return <p class="muted">The same words as version {before.versionNumber}.</p>;
        return <Changes changes={changes} labels={[labelOf(before), labelOf(version)]} />;
      }}
    </Await>
  );
}
