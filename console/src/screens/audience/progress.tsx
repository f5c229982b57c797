import type { Audience, AudienceVersion } from '@footfall/client';
import { useEffect, useState } from 'preact/hooks';
import { refetch } from '../../data/query.ts';
import { announce, toast } from '../../lib/toasts.ts';

const steps = ['Asked for', 'Waiting', 'Publishing', 'Live'] as const;
const stepOf: Partial<Record<AudienceVersion['status'], number>> = { queued: 1, processing: 2, published: 3 };
/** After so many milliseconds the page says that it takes long. */
const patience = 10_000;

/** The way of a version from the request to visitors, while it moves. */
export function Progress({ version }: { version: AudienceVersion }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const at = stepOf[version.status] ?? 0;
  return (
    <div>
      <ol class="steps" aria-label={`Publishing version ${version.versionNumber}`}>
        {steps.map((step, index) => (
          <li
            key={step}
            class={index < at ? 'is-done' : undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            {step}
          </li>
        ))}
      </ol>
      {isLong && (
        <p class="muted">
          This takes longer than usual. You can leave this screen: the service retries every minute.
        </p>
      )}
    </div>
  );
}

/**
 * Says when a version becomes live, or one that moved fails, and loads again what depends on it. One that took the place of
 * another can be rolled back, if `rollBack` is given.
 */
export function useNews(
  { latestVersion: { versionNumber, status, cancelReason }, publishedVersion: live }: Audience,
  rollBack: ((to: AudienceVersion) => void) | undefined,
): void {
  const [seen, setSeen] = useState({ versionNumber, status, live });
  useEffect(() => {
    const isSame = seen.versionNumber === versionNumber;
    if (isSame && seen.status === status) return;
    setSeen({ versionNumber, status, live });
    refetch();
    const wasMoving = isSame && (seen.status === 'queued' || seen.status === 'processing');
    const version = `Version ${versionNumber}`;
    // It may be live before it was seen on its way.
    if (status === 'published' && seen.live?.versionNumber !== versionNumber) {
      const before = seen.live;
      const action = rollBack && before && { label: 'Roll back', run: () => rollBack(before) };
      toast(`${version} is live`, action ? { action } : {});
    } else if (isSame && status === 'processing') announce(`${version} is being published`);
    else if (wasMoving && status === 'cancelled' && cancelReason)
      toast(`${version} was not published. ${cancelReason}`);
  }, [versionNumber, status, seen, cancelReason]);
}
