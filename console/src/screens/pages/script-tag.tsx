import { createApiKey, getPage } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../api.ts';
import { OwnEndNote } from '../../kit/own-end-note.tsx';
import { useMutation } from '../../mutation.ts';
import { describeProblem } from '../../problem.ts';
import { useQuery } from '../../query.ts';
import { useScope } from '../../session.ts';
import { PasteKey } from './paste-key.tsx';
import { Origins, Tag } from './tag.tsx';

/** The longest name of a key. */
const longestName = 60;

function CreateKey({ name, onMade }: { name: string; onMade: (key: string) => void }) {
  const make = useMutation(
    () => ask(createApiKey, { body: { name: name.slice(0, longestName), scopes: ['collect'] } }),
    { refetch: ['api-keys'], onDone: ({ key }) => onMade(key) },
  );
  return (
    <>
      <p>
        <button
          type="button"
          class="button button-main"
          onClick={() => make.run(undefined)}
          disabled={make.isRunning}
        >
          {make.isRunning ? 'Creating the key …' : 'Create the key of this website'}
        </button>
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

/** A page that is not measured yet: a key that may only send visits, and then the tag with it. */
export function ScriptTag({ pageId }: { pageId: string }) {
  const isAdmin = useScope('admin');
  const [key, setKey] = useState<string>();
  const page = useQuery(['page-head', pageId], (signal) =>
    ask(getPage, { path: { page_id: pageId }, signal }),
  );
  return (
    <div class="state script-tag">
      <p class="state-title">No visit was counted yet</p>
      {key ? (
        <>
          <p class="muted">
            Paste this into the page of your website, before &lt;/head&gt;. The first visit shows up here
            within seconds.
          </p>
          <Tag apiKey={key} pageId={pageId} />
          <p class="note muted">
            The key in it is not shown again. It may only send visits, so it is safe in a page.
          </p>
        </>
      ) : (
        <>
          <p class="muted">
            A script in the page of your website counts its visits. It needs a key that may only send visits.
          </p>
          {isAdmin && <CreateKey name={`Website of ${page.data?.url ?? pageId}`} onMade={setKey} />}
          <PasteKey isOther={isAdmin} onKey={setKey} />
        </>
      )}
      <Origins url={page.data?.url} />
    </div>
  );
}
