import { useState } from 'preact/hooks';
import { CopyBlock } from '../../kit/copy-block.tsx';
import { SelectField } from '../../kit/field.tsx';
import { pageOptions, usePages } from '../../pages.ts';
import { useScope } from '../../session.ts';

const tagOf = (key: string, page: string) =>
  `<script async src="${location.origin}/visit.js" data-key="${key}" data-page="${page}"></script>`;

function PageChoice({ pageId, onChoose }: { pageId: string; onChoose: (pageId: string) => void }) {
  const pages = usePages();
  return (
    <SelectField
      label="Page"
      name="page"
      value={pageId || pages.data?.[0]?.pageId}
      hint="Each page has a script of its own."
      options={pageOptions(pages.data)}
      onChange={onChoose}
    />
  );
}

/** The script that measures a page, ready to be pasted. */
export function ScriptTag({ apiKey }: { apiKey: string }) {
  const mayRead = useScope('read');
  const pages = usePages();
  const [chosen, setChosen] = useState('');
  const pageId = chosen || pages.data?.[0]?.pageId || 'page_…';
  return (
    <section class="stack" aria-label="The script">
      <h3>Paste this into the page, before &lt;/head&gt;</h3>
      {mayRead && <PageChoice pageId={chosen} onChoose={setChosen} />}
      <CopyBlock text={tagOf(apiKey, pageId)} what="script" label="Copy the script" />
      <p class="muted">
        Visits are taken from the websites that <code>VISIT_ORIGINS</code> in wrangler.toml names. The first
        visit is on the overview soon after. <a href="/docs/">The documentation</a> says what is measured.
      </p>
    </section>
  );
}
