import type { AudienceVersion } from '@footfall/client';
import { useEffect } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Changes } from './changes.tsx';
import type { Loaded } from './data.ts';
import { startEditing } from './editing.ts';
import type { Draft } from './use-draft.ts';
import { changesBetween, lackingIn, type Shown, shownOf, type Values, valuesFor, valuesOf } from './words.ts';

/** A version whose words are wanted again. One that was never published has its context only. */
export interface Wanted {
  version: AudienceVersion;
  shown: Shown | undefined;
}

export interface UseAgainProps {
  loaded: Loaded;
  draft: Draft;
  live: Shown | undefined;
  /** The words that come next. */
  next: Shown;
  wanted: Wanted;
  onUsed: () => void;
  onClose: () => void;
}

function valuesOfWanted({ audience, page }: Loaded, { version, shown }: Wanted): Values {
  const now = valuesOf(audience, page);
  return shown
    ? valuesFor(shown, now, page)
    : { ...now, supplementaryContext: version.supplementaryContext ?? '' };
}

/**
 * Makes a draft of the words of an older version. It asks first if that replaces words that are not live, or if some
 * cannot come back.
 */
export function UseAgain({ loaded, draft, live, next, wanted, onUsed, onClose }: UseAgainProps) {
  const { latestVersion } = loaded.audience;
  const { versionNumber } = wanted.version;
  const what = wanted.shown ? 'content' : 'context';
  const values = valuesOfWanted(loaded, wanted);
  const then = shownOf(values, loaded.page);
  const lacking = wanted.shown && lackingIn(then, wanted.shown);
  const isDraft = latestVersion.status === 'draft';
  const replaces = isDraft && (!live || changesBetween(live, next).length > 0);
  const mustAsk = draft.isDirty || replaces || lacking !== undefined;
  const use = async () => {
    onClose();
    const saved = await draft.replace(
      values,
      ({ audience }) =>
        `The ${what} of version ${versionNumber} is in version ${audience.latestVersion.versionNumber} now`,
    );
    // Words that were refused are in the form, with the reason.
    if (saved) onUsed();
    else startEditing();
  };
  useEffect(() => {
    if (!mustAsk) use();
  }, []);
  if (!mustAsk) return null;
  return (
    <Dialog
      title={`Use the ${what} of version ${versionNumber}?`}
      class="dialog-wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="main" onClick={use}>
            {wanted.shown ? 'Use this content' : 'Use this context'}
          </Button>
        </>
      }
    >
      {draft.isDirty && <p class="banner">Your unsaved changes are discarded.</p>}
      <p class="muted">
        {isDraft
          ? `It replaces version ${latestVersion.versionNumber}, which is a draft. Visitors get it when it is published.`
          : 'It becomes the next draft. Visitors get it when it is published.'}
      </p>
      {lacking && <p>{lacking}</p>}
      <Changes changes={changesBetween(next, then)} labels={['Draft now', `Version ${versionNumber}`]} />
    </Dialog>
  );
}
