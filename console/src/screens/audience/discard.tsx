import { cancelAudienceVersion, isProblem } from '@footfall/client';
import { useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Failed } from '../../kit/states.tsx';
import { toast } from '../../lib/toasts.ts';
import { isInFlight } from '../audiences/state.ts';
import { Changes } from './changes.tsx';
import { type Loaded, loadAudience, pathOf } from './data.ts';
import { stopEditing } from './editing.ts';
import { type Draft, saveWords } from './use-draft.ts';
import { changesBetween, differing, type Shown, shownOf, valuesFor, valuesOf } from './words.ts';

export interface DiscardProps {
  loaded: Loaded;
  draft: Draft;
  /** What visitors get now. */
  live: Shown;
  /** The words of the draft. */
  next: Shown;
  onDiscarded: () => void;
  onClose: () => void;
}

/** Discards the draft: its words become those that visitors get now, and its version is cancelled. It says what is lost. */
export function Discard({ loaded, draft, live, next, onDiscarded, onClose }: DiscardProps) {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const isNew = isProblem(error, 'precondition_failed');
  const { audience, page } = loaded;
  const { versionId, versionNumber, allowedActions } = audience.latestVersion;
  const isDraft = allowedActions.includes('cancel') && !isInFlight(audience);
  const values = valuesFor(live, valuesOf(audience, page), page);
  const lost = changesBetween(next, shownOf(values, page));
  /** The words that were taken out. A second attempt finds the first one's. */
  const taken = useRef(valuesOf(audience, page));
  const undo = async () => {
    try {
      const now = await loadAudience(pathOf(loaded));
      const isAsLeft = differing(valuesOf(now.audience, now.page), values).length === 0;
      if (isAsLeft) await saveWords(now, taken.current);
      toast(isAsLeft ? 'The draft is back' : 'The content has changed since, so nothing was undone');
    } catch {
      toast('The content has changed since, so nothing was undone');
    }
    refetch();
  };
  const send = async () => {
    setRunning(true);
    setError(undefined);
    const before = valuesOf(audience, page);
    const isChanged = differing(before, values).length > 0;
    try {
      if (isChanged) taken.current = before;
      const saved = isChanged ? await saveWords(loaded, values) : loaded;
      const cancel = (version_id: string, headers = {}) =>
        ask(cancelAudienceVersion, { path: { ...pathOf(loaded), version_id }, body: {}, headers });
      const { latestVersion } = saved.audience;
      await cancel(latestVersion.versionId, saved.match);
      // Beside a version in preparation, these words have opened a draft.
      if (latestVersion.versionId !== versionId) await cancel(versionId);
      // Words that are written and not saved are discarded, too.
      draft.discard();
      stopEditing();
      toast(`Version ${versionNumber} was discarded`, { undo });
      onDiscarded();
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
      refetch();
    }
  };
  return (
    <Dialog
      title={`Discard version ${versionNumber}?`}
      class="dialog-wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" disabled={isRunning || !isDraft} onClick={send}>
            {isRunning ? 'One moment …' : 'Discard the draft'}
          </Button>
        </>
      }
    >
      {isNew && (
        <p role="alert" class="banner">
          Someone changed this in the meantime, so nothing was discarded. This is what would be lost now.
        </p>
      )}
      <p>
        {lost.length > 0
          ? 'Visitors get the same as before. This content of the draft is lost:'
          : 'Its content is what visitors get already.'}
      </p>
      {lost.length > 0 && <Changes changes={lost} labels={['Draft', 'Then']} />}
      {error !== undefined && !isNew && <Failed error={error} />}
    </Dialog>
  );
}
