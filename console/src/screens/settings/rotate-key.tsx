import { type ApiKey, type ApiKeyCreated, rotateApiKey } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { session } from '../../data/session.ts';
import { SelectField } from '../../kit/field.tsx';
import { ChangeDialog, Dialog } from '../../kit/form.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { MadeKey } from './made-key.tsx';

const overlaps = [
  { value: '86400', label: 'For another day' },
  { value: '3600', label: 'For another hour' },
  { value: '604800', label: 'For another 7 days' },
  { value: '2592000', label: 'For another 30 days' },
  { value: '0', label: 'Not any more' },
];

const noteOf = (seconds: number): string => {
  const overlap = overlaps.find(({ value }) => value === String(seconds));
  return seconds === 0 || !overlap
    ? 'The old key has expired.'
    : `The old key works ${overlap.label.toLocaleLowerCase()}.`;
};

/** Why the key of this session may not rotate another: the new key would live longer than its own. */
const OutlivesMine = ({ apiKey, end }: { apiKey: ApiKey; end: string }) => (
  <p>
    Your own key expires on {dayAndTime(end)}, before this one, and cannot create a key that lasts longer. Run{' '}
    <code>npm run key -- rotate {apiKey.apiKeyId}</code>, or sign in with a key that does not expire.
  </p>
);

/** A dialog that makes a key of the same rights in the place of another, which ends after an overlap. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [made, setMade] = useState<{ key: ApiKeyCreated; note: string }>();
  const own = useStore(session)?.expiresAt;
  if (made) {
    return (
      <MadeKey
        made={made.key}
        note={made.note}
        onClose={() => {
          refetch();
          onClose();
        }}
      />
    );
  }
  const title = `Rotate the key “${apiKey.name}”`;
  if (own && (!apiKey.expiresAt || Date.parse(apiKey.expiresAt) > Date.parse(own))) {
    return (
      <Dialog title={title} onClose={onClose}>
        <OutlivesMine apiKey={apiKey} end={own} />
      </Dialog>
    );
  }
  return (
    <ChangeDialog
      title={title}
      intro={
        <p>
          You get a new key with the same name and the same rights. The old one works on for a while, so that
          you can put the new one in its place.
        </p>
      }
      submit="Create the new key"
      send={({ overlap }) =>
        ask(rotateApiKey, {
          path: { api_key_id: apiKey.apiKeyId },
          body: { overlapSeconds: Number(overlap) },
        })
      }
      // The lists are loaded again when the new key was seen: this dialog belongs to the old one.
      then={(key, { overlap }) => setMade({ key, note: noteOf(Number(overlap)) })}
      onClose={onClose}
    >
      <SelectField label="The old key works" name="overlap" options={overlaps} path="overlapSeconds" />
    </ChangeDialog>
  );
}
