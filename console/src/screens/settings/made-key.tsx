import type { ApiKeyCreated } from '@footfall/client';
import { useState } from 'preact/hooks';
import { Origins, Tag } from '../../analytics/tag.tsx';
import { pageOptions, usePages } from '../../data/pages.ts';
import { useScope } from '../../data/session.ts';
import { CopyBlock } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';

export interface MadeKeyProps {
  made: ApiKeyCreated;
  /** What else there is to know: when the old key ends. */
  note?: string;
  onClose: () => void;
}

interface MadeProps {
  /** A key that may send visits, shown this once. */
  made: ApiKeyCreated;
}

/** The script of one of the pages, or where to create the first. */
function OfPage({ made }: MadeProps) {
  const pages = usePages();
  const [chosen, setChosen] = useState('');
  const page = pages.data?.find(({ pageId }) => pageId === chosen) ?? pages.data?.[0];
  if (pages.isLoading && !pages.data) return <Skeleton lines={3} />;
  if (!page) {
    return (
      <p>
        The script names the page that it measures, and there is none yet. Copy the key, then{' '}
        <a href={link('pages', {}, { new: 'page' })}>create a page</a>: it asks for the key, and shows the
        script.
      </p>
    );
  }
  return (
    <>
      <SelectField
        label="Page"
        name="page"
        value={page.pageId}
        hint="Each page has a script of its own."
        options={pageOptions(pages.data)}
        onChange={setChosen}
      />
      <Tag apiKey={made.key} pageId={page.pageId} end={made.expiresAt} />
      <Origins url={page.url} />
    </>
  );
}

/** The script of a page whose id is typed, for somebody who may not read the pages. */
function OfId({ made }: MadeProps) {
  const [pageId, setPageId] = useState('');
  return (
    <>
      <TextField
        label="Page id"
        name="page"
        placeholder="page_…"
        hint="The script names the page that it measures."
        onInput={(text) => setPageId(text.trim())}
      />
      {/^page_[a-z0-9]{26}$/.test(pageId) && <Tag apiKey={made.key} pageId={pageId} end={made.expiresAt} />}
      <Origins url={undefined} />
    </>
  );
}

/** The script that measures a page, ready to be pasted. */
function ScriptTag({ made }: MadeProps) {
  const mayRead = useScope('read');
  return (
    <section class="stack" aria-label="The script">
      <h3>Paste this into the page, before &lt;/head&gt;</h3>
      {mayRead ? <OfPage made={made} /> : <OfId made={made} />}
      <p class="muted">
        The first visit is on the overview soon after. <a href="/docs/">The documentation</a> says what is
        measured.
      </p>
    </section>
  );
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
