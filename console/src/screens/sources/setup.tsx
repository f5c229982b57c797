import { type Source, setSourceSecret } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { Button, CopyBlock } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { ChangeDialog, Form, NotDone } from '../../kit/form.tsx';
import { announce, toast } from '../../lib/toasts.ts';
import { newSecret, providers } from './providers.ts';

/** Sets the secret. One of before stays valid for a while, or ends at once. */
const setSecret = (sourceId: string, secret: string, overlapSeconds = 0) =>
  ask(setSourceSecret, { path: { source_id: sourceId }, body: { secret: secret.trim(), overlapSeconds } });

/** The address that the provider sends to, and where it is pasted. */
export function Address({ source: { provider, url } }: { source: Source }) {
  const { label, way, field, also } = providers[provider];
  return (
    <section class="stack-2" aria-labelledby="source-address">
      <h3 id="source-address">1. Paste the address in {label === 'Another service' ? 'it' : label}</h3>
      <p>
        <b>{way}</b>. The field is called <b>{field}</b>. {also}
      </p>
      <CopyBlock text={url} what="address" label="Copy the address" />
    </section>
  );
}

/** A secret that was just made up: it is shown until the record is closed. */
const MadeSecret = ({ source: { provider }, secret }: { source: Source; secret: string }) => (
  <>
    <p>
      Paste it as <b>{providers[provider].secret}</b>. {providers[provider].secretAt} It is shown only now.
    </p>
    <CopyBlock text={secret} what="secret" label="Copy the secret" />
  </>
);

/** Copies a secret that was made up. A browser that does not allow it has the button. */
async function copied(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    announce('The secret was copied');
  } catch {
    announce('The secret was created');
  }
}

/** Where the secret is entered that the provider shows, or one is made up for it. */
export function Secret({ source }: { source: Source }) {
  const { sourceId, provider, hasSecret } = source;
  const { label, secret: name, secretAt, isOwnSecret, placeholder } = providers[provider];
  const [made, setMade] = useState<string>();
  const save = useMutation((secret: string) => setSecret(sourceId, secret));
  const make = async () => {
    const secret = newSecret();
    const copying = copied(secret);
    if (await save.run(secret)) setMade(secret);
    await copying;
  };
  const field = (
    <Form submit="Save the secret" of={save} onSubmit={({ secret = '' }) => save.run(secret)}>
      <TextField
        label={name}
        name="secret"
        hint={isOwnSecret ? `The one that ${label} has.` : secretAt}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Form>
  );
  if (!hasSecret && !made)
    return (
      <section class="stack-2" aria-labelledby="source-secret">
        <h3 id="source-secret">2. {isOwnSecret ? 'Create the secret' : 'Enter the secret'}</h3>
        <p class="muted">Only someone who knows it can send. Until it is set, nothing is accepted.</p>
        {isOwnSecret ? (
          <>
            <p>
              <Button kind="main" isBusy={save.isRunning} onClick={make}>
                Create and copy a secret
              </Button>
            </p>
            <NotDone error={save.error} />
            <details>
              <summary>{label} has one already</summary>
              {field}
            </details>
          </>
        ) : (
          field
        )}
      </section>
    );
  if (!made) return null;
  return (
    <section class="stack-2" aria-labelledby="source-secret">
      <h3 id="source-secret">2. Paste the secret, too</h3>
      <MadeSecret source={source} secret={made} />
    </section>
  );
}

const overlaps = [
  { value: '86400', label: 'For another day' },
  { value: '604800', label: 'For another 7 days' },
  { value: '0', label: 'Not any more: somebody else knows it' },
];

/** A dialog that replaces the secret. */
export function ReplaceSecret({ source, onClose }: { source: Source; onClose: () => void }) {
  const { label, secret, secretAt, isOwnSecret, placeholder } = providers[source.provider];
  const [made, setMade] = useState('');
  return (
    <ChangeDialog
      title="Replace the secret"
      intro={
        isOwnSecret && (
          <div class="stack">
            <p>Enter the same here and in {label}.</p>
            <p>
              <Button
                onClick={() => {
                  const fresh = newSecret();
                  setMade(fresh);
                  copied(fresh).then(() => toast('The secret was copied'));
                }}
              >
                Create and copy one
              </Button>
            </p>
          </div>
        )
      }
      submit="Replace"
      send={({ secret: text = '', overlap }) => setSecret(source.sourceId, text, Number(overlap))}
      done={() => 'The secret was replaced'}
      onClose={onClose}
    >
      <TextField
        key={made}
        label={secret}
        name="secret"
        value={made}
        hint={secretAt}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
      <SelectField label="The old secret works" name="overlap" options={overlaps} path="overlapSeconds" />
    </ChangeDialog>
  );
}
