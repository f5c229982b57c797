import type { AudienceVersion } from '@footfall/client';
import { useState } from 'preact/hooks';
import { refetch } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Failed, Skeleton } from '../../kit/states.tsx';
import { Changes } from './changes.tsx';
import { type Loaded, pathOf } from './data.ts';
import { startEditing } from './editing.ts';
import { useVersionWords } from './live.ts';
import { publish } from './publish.tsx';
import type { Draft } from './use-draft.ts';
import { changesBetween, lackingIn, type Shown, shownOf, valuesFor, valuesOf } from './words.ts';

export interface RollBackProps {
  loaded: Loaded;
  draft: Draft;
  live: Shown;
  /** The version whose words visitors get again. */
  to: AudienceVersion;
  onPublished: () => void;
  onClose: () => void;
}

/** Publishes the words of an older version again, as a new one. It says first what changes for visitors. */
export function RollBack({ loaded, draft, live, to, onPublished, onClose }: RollBackProps) {
  const words = useVersionWords(pathOf(loaded), to);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const valuesOfOld = (shown: Shown) => valuesFor(shown, valuesOf(loaded.audience, loaded.page), loaded.page);
  const send = async () => {
    if (!words.data) return;
    setRunning(true);
    setError(undefined);
    const saved = await draft.replace(valuesOfOld(words.data.shown));
    // Words that were refused are in the form, with the reason.
    if (!saved) {
      onClose();
      startEditing();
      return;
    }
    try {
      await publish(saved);
      onPublished();
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
      refetch();
    }
  };
  return (
    <Dialog
      title={`Roll back to version ${to.versionNumber}?`}
      class="dialog-wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="main" disabled={isRunning || !words.data} onClick={send}>
            {isRunning ? 'Publishing …' : 'Roll back'}
          </Button>
        </>
      }
    >
      {draft.isDirty && <p class="banner">Your unsaved changes are discarded.</p>}
      <Await query={words} skeleton={<Skeleton lines={4} />}>
        {({ shown }) => {
          const then = shownOf(valuesOfOld(shown), loaded.page);
          const lacking = lackingIn(then, shown);
          return (
            <>
              <p class="muted">
                Its content is published again, as a new version. This is what changes for visitors:
              </p>
              {lacking && <p>{lacking}</p>}
              <Changes changes={changesBetween(live, then)} labels={['Now', 'Then']} />
            </>
          );
        }}
      </Await>
      {error !== undefined && <Failed error={error} />}
    </Dialog>
  );
}
