import { createApiKey } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../api.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { OwnEndNote } from '../../kit/own-end-note.tsx';
import { useMutation } from '../../mutation.ts';
import { describeProblem } from '../../problem.ts';
import { link } from '../../router.ts';
import { useScope } from '../../session.ts';

const tagOf = (pageId: string, key: string) =>
  `<script async src="${location.origin}/visit.js"\n  data-key="${key}" data-page="${pageId}"></script>`;

/** A page that is not measured yet: the tag for its website, and a key that may only send visits. */
export function ScriptTag({ pageId }: { pageId: string }) {
  const isAdmin = useScope('admin');
  const [key, setKey] = useState<string>();
  const make = useMutation(
    () => ask(createApiKey, { body: { name: `Website of ${pageId}`.slice(0, 60), scopes: ['collect'] } }),
    { refetch: ['api-keys'], onDone: (made) => setKey(made.key) },
  );
  const tag = tagOf(pageId, key ?? 'ff_main_…');
  return (
    <div class="state script-tag">
      <p class="state-title">No visit was counted yet</p>
      <p class="muted">
        Put this tag into the page of your website. The first visit shows up here within seconds.
      </p>
      <pre>
        <code>{tag}</code>
      </pre>
      <p class="row">
        <CopyButton text={tag} label="Copy the tag" what="script tag" />
        {isAdmin && !key && (
          <button type="button" class="button" onClick={() => make.run(undefined)} disabled={make.isRunning}>
            {make.isRunning ? 'Making a key …' : 'Make a key for this website'}
          </button>
        )}
      </p>
      {make.error !== undefined && (
        <p class="field-error" role="alert">
          {describeProblem(make.error).title}. {describeProblem(make.error).detail}
        </p>
      )}
      {isAdmin && <OwnEndNote scopes="collect" />}
      <p class="note muted">
        {key ? (
          'The key is in the tag now, and is not shown again. It may only send visits, so it is safe in a page.'
        ) : (
          <>
            The key needs the scope <code>collect</code> only. <a href={link('settings')}>Settings</a> lists
            keys.
          </>
        )}{' '}
        The variable <code>VISIT_ORIGINS</code> of the service must name the origin of your website.
      </p>
    </div>
  );
}
