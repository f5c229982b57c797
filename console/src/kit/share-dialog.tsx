import { createShareLink, createView, type ShareLinkCreate, type ShareLinkCreated } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../data/api.ts';
import { dayAndTime } from '../lib/format.ts';
import { link, useRoute, viewAddress } from '../nav/router.ts';
import { CopyBlock } from './button.tsx';
import { RadioField } from './check-field.tsx';
import { LimitedText, TextField } from './field.tsx';
import { ChangeDialog, Dialog } from './form.tsx';

const lifetimes: { value: ShareLinkCreate['lifetime']; label: string; hint: string | undefined }[] = [
  { value: '12h', label: 'For 12 hours', hint: undefined },
  { value: '30d', label: 'For 30 days', hint: 'It still works after your own sign-in has expired.' },
];

/** The longest name of a link or a view, in UTF-16 units. */
const longestName = 100;

/** A new link, which is shown this once. */
const MadeLink = ({ made, onClose }: { made: ShareLinkCreated; onClose: () => void }) => (
  <Dialog
    title={`The link “${made.name}” was created`}
    onClose={onClose}
    isSticky
    class="dialog-wide"
    done="Done"
  >
    <p>
      <b>Copy it now.</b> It is shown only once. It expires on {dayAndTime(made.expiresAt)}, or when someone
      revokes it under <a href={link('settings', {}, { part: 'share-links' })}>Settings, Share links</a>.
    </p>
    <CopyBlock text={`${location.origin}/console/#share=${made.code}`} what="link" label="Copy the link" />
  </Dialog>
);

interface ShareDialogProps {
  /** The name of the screen, which the link gets if nobody gives another. */
  title: string;
  onClose: () => void;
}

/** A dialog that makes a link to the view on the screen. */
export function ShareDialog({ title, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<ShareLinkCreated>();
  const { query } = useRoute();
  const path = viewAddress(query);
  if (made) return <MadeLink made={made} onClose={onClose} />;
  return (
    <ChangeDialog
      title="Share this view"
      intro={
        <p>
          <b>Whoever has the link can read everything in this workspace</b>, and change nothing. It opens this
          view, with its range and filters.
        </p>
      }
      submit="Create the link"
      send={({ name = '', lifetime }) =>
        ask(createShareLink, {
          body: {
            name: name.trim(),
            path,
            lifetime: lifetimes.find(({ value }) => value === lifetime)?.value ?? '12h',
          },
        })
      }
      then={setMade}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={title.slice(0, longestName)}
        hint="Who it is for. Find it by this name when you want to revoke it."
        path={['name', 'path']}
      />
      <RadioField label="Valid" name="lifetime" value="12h" options={lifetimes} />
    </ChangeDialog>
  );
}

/** A dialog that saves the view on the screen under a name. */
export function SaveView({ onClose }: { onClose: () => void }) {
  const { query } = useRoute();
  const address = viewAddress(query);
  return (
    <ChangeDialog
      title="Save this view"
      intro={
        <p>
          Its screen, range and filters are saved under <i>Views</i>, for everyone in the workspace.
        </p>
      }
      submit="Save the view"
      send={({ name = '' }) => ask(createView, { body: { name: name.trim(), address } })}
      done={({ name }) => `The view “${name}” was saved`}
      onClose={onClose}
    >
      <LimitedText label="Name" name="name" most={longestName} path={['name', 'address']} />
    </ChangeDialog>
  );
}
