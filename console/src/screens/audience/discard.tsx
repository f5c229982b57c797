import { cancelAudienceVersion, isProblem } from '@footfall/client';
import { useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { toast } from '../../lib/toasts.ts';
import { isInFlight } from '../audiences/state.tsx';
import { Changes } from './compare.tsx';
import { loadAudience, pathOf } from './data.ts';
import { type DialogPartProps, stopEditing } from './screen.ts';
import { saveWords } from './use-draft.ts';
import { changesBetween, differing, shownOf, valuesFor, valuesOf } from './words.ts';

/** Discards the draft: its words become those that visitors get now, and its version is cancelled. It says what is lost. */
export function Discard({ screen: { loaded, draft, next, ask: askAbout, end }, live }: DialogPartProps) {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const isNew = isProblem(error, 'precondition_failed');
  const { page } = loaded;
  const { versionId, versionNumber, allowedActions } = loaded.audience.latestVersion;
  const isDraft = allowedActions.includes('cancel') && !isInFlight(loaded.audience);
  const before = valuesOf(loaded);
  const values = valuesFor(live, before, page);
  const lost = changesBetween(page, next, shownOf(values, page));
  const close = () => askAbout(undefined);
  /** The words that were taken out. A second attempt finds the first one's. */
  const taken = useRef(before);
  const undo = async () => {
    try {
      const now = await loadAudience(pathOf(loaded));
      const isAsLeft = differing(now.page, valuesOf(now), values).length === 0;
      if (isAsLeft) await saveWords(now, taken.current);
      toast(isAsLeft ? 'The draft was restored' : 'The content has changed since, so nothing was undone');
    } catch {
      toast('The content has changed since, so nothing was undone');
    }
    refetch();
  };
  const send = async () => {
    setRunning(true);
    setError(undefined);
    const isChanged = differing(page, before, values).length > 0;
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
      end();
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
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button kind="danger" isBusy={isRunning} disabled={!isDraft} onClick={send}>
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
