import {
  type ApiKeyCreated,
  createApiKey,
  createPersonLog,
  getCurrentApiKey,
  isProblem,
} from '@footfall/client';
import { useState } from 'preact/hooks';
import { tokenPattern } from '../../../src/lib/token-pattern.ts';
import { ask, clientWith, useMutation } from '../data/api.ts';
import { usePage } from '../data/pages.ts';
import { useScope } from '../data/session.ts';
import { allowIfNew, originOf } from '../data/websites.ts';
import { Button } from '../kit/button.tsx';
import { OwnEndNote } from '../kit/ended-key.tsx';
import { TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import { describeProblem } from '../lib/problem.ts';
import { Origins, Tag } from './tag.tsx';

const keyPattern = tokenPattern('ff');
const isPublic = 'Everyone can read it in a page, so it must have the scope collect only.';

/**
 * Why a key cannot stand in a page that everyone can read, or undefined if it can. To a key that may only send visits,
 * or only write logs, the service does not say what it is. Throws a FootfallProblem when the service does not answer.
 */
async function whyNot(key: string): Promise<string | undefined> {
  if (!keyPattern.test(key)) return 'This is not a Footfall key. A key begins with ff_.';
  const client = clientWith(key);
  try {
    const { data } = await getCurrentApiKey({ client });
    return `This key may do more than send visits (${data.scopes.join(', ')}). ${isPublic}`;
  } catch (error) {
    if (isProblem(error, 'invalid_api_key')) return 'This key is unknown or has expired.';
    if (!isProblem(error, 'insufficient_scope')) throw error;
  }
  try {
    // No log has this field: the service refuses it, and writes nothing.
    await createPersonLog({ client, body: { isQuestion: true } as never });
  } catch (error) {
    if (isProblem(error, 'insufficient_scope')) return undefined;
    if (!isProblem(error, 'validation_failed')) throw error;
  }
  return `This key may write logs. ${isPublic}`;
}

interface PasteKeyProps {
  /** A key can also be created. */
  isOther: boolean;
  onKey: (key: string) => void;
}

/** Takes a key that somebody has, for the tag: the service shows a key only when it is made. */
function PasteKey({ isOther, onKey }: PasteKeyProps) {
  const [refusal, setRefusal] = useState<string>();
  const use = useMutation(async (form: Record<string, string>) => {
    const key = (form.key ?? '').trim();
    const reason = await whyNot(key);
    setRefusal(reason);
    if (reason === undefined) onKey(key);
  });
  const problem = use.error === undefined ? undefined : describeProblem(use.error);
  return (
    <details class="paste-key" open={!isOther}>
      <summary>{isOther ? 'Or paste an existing key' : 'Paste the key of this website'}</summary>
      <Form submit="Show the script with it" onSubmit={use.run} of={{ isRunning: use.isRunning }}>
        <TextField
          label="Key"
          name="key"
          placeholder="ff_…"
          hint={
            <>
              With the scope <code>collect</code> and no other. Someone who manages keys can create one in
              Settings.
            </>
          }
          error={problem ? `${problem.title}. ${problem.detail ?? ''}` : refusal}
          required
        />
      </Form>
    </details>
  );
}

/** The longest name of a key. */
const longestName = 60;

/** A key for the tag. Of a pasted one it is not known when it ends. */
type Made = Pick<ApiKeyCreated, 'key'> & Partial<Pick<ApiKeyCreated, 'expiresAt'>>;

interface CreateKeyProps {
  name: string;
  /** The origin of the page, whose visits are allowed with it. */
  origin: string | undefined;
  onMade: (made: Made) => void;
}

function CreateKey({ name, origin, onMade }: CreateKeyProps) {
  const mayWrite = useScope('write');
  const make = useMutation(
    async () => {
      if (origin && mayWrite) await allowIfNew(origin);
      return ask(createApiKey, { body: { name: name.slice(0, longestName), scopes: ['collect'] } });
    },
    { onDone: onMade },
  );
  return (
    <>
      <p>
        <Button kind="main" onClick={() => make.run(undefined)} isBusy={make.isRunning}>
          {make.isRunning ? 'Creating the key …' : 'Create the key of this website'}
        </Button>
      </p>
      {make.error !== undefined && (
        <p class="field-error" role="alert">
          {describeProblem(make.error).title}. {describeProblem(make.error).detail}
        </p>
      )}
      <OwnEndNote scopes="collect" />
    </>
  );
}

/** How often it is looked for refused visits, in milliseconds. */
const often = 5000;

/** A page that is not measured yet: a key that may only send visits, and then the tag with it. */
export function ScriptTag({ pageId }: { pageId: string }) {
  const isAdmin = useScope('admin');
  const [made, setMade] = useState<Made>();
  const page = usePage(pageId);
  return (
    <div class="state script-tag stack-2">
      <p class="state-title">No visits yet</p>
      {made ? (
        <>
          <p class="muted">
            Paste this into the page of your website, before &lt;/head&gt;. The first visit shows up here
            within seconds.
          </p>
          <Tag apiKey={made.key} pageId={pageId} end={made.expiresAt} />
          <p role="status">
            <b>Waiting for the first visit …</b> Open the page in a browser.
          </p>
          <p class="note muted">
            Its key is not shown again. It can only send visits, so it is safe in a page.
          </p>
        </>
      ) : (
        <>
          <p class="muted">
            A script in the page of your website counts its visits. It needs a key that can only send visits.
          </p>
          {isAdmin && (
            <CreateKey
              name={`Website of ${page.data?.url ?? pageId}`}
              origin={originOf(page.data?.url)}
              onMade={setMade}
            />
          )}
          <PasteKey isOther={isAdmin} onKey={(key) => setMade({ key })} />
        </>
      )}
      <Origins url={page.data?.url} every={often} />
    </div>
  );
}
