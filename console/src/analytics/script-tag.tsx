import { type ApiKeyCreated, createApiKey } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../data/api.ts';
import { usePage } from '../data/pages.ts';
import { useScope } from '../data/session.ts';
import { allowIfNew, originOf } from '../data/websites.ts';
import { Button } from '../kit/button.tsx';
import { OwnEndNote } from '../kit/own-end-note.tsx';
import { describeProblem } from '../lib/problem.ts';
import { PasteKey } from './paste-key.tsx';
import { Origins, Tag } from './tag.tsx';

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
        <Button kind="main" onClick={() => make.run(undefined)} disabled={make.isRunning}>
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
