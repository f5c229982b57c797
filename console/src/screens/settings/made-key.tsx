import type { ApiKeyCreated } from '@footfall/client';
import { CopyBlock } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { ScriptTag } from './script-tag.tsx';

export interface MadeKeyProps {
  made: ApiKeyCreated;
  /** What else there is to know: when the old key ends. */
  note?: string;
  onClose: () => void;
}

/** A new key, which is shown this once, and for a website the script with it. */
export function MadeKey({ made, note, onClose }: MadeKeyProps) {
  const isForWebsite = made.scopes.includes('collect');
  return (
    <Dialog
      title={`The key “${made.name}” was created`}
      onClose={onClose}
      isSticky
      class="dialog-wide"
      done="Done"
    >
      <p>
        <b>Copy it now.</b> It is shown only once. Footfall stores only a fingerprint of it. {note}{' '}
        {made.expiresAt && `It expires on ${dayAndTime(made.expiresAt)}.`}
      </p>
      <CopyBlock text={made.key} what="key" label="Copy the key" />
      {isForWebsite && <ScriptTag made={made} />}
    </Dialog>
  );
}
