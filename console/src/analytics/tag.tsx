import { CopyBlock } from '../kit/copy-block.tsx';
import { safeUrl } from '../lib/format.ts';

/** The tag that measures a page: complete, so that it works where it is pasted. */
export function Tag({ apiKey, pageId }: { apiKey: string; pageId: string }) {
  const tag = `<script async src="${location.origin}/visit.js" data-key="${apiKey}" data-page="${pageId}"></script>`;
  return <CopyBlock text={tag} what="script" label="Copy the script" />;
}

/** From which websites visits are counted, and what to do for that of a page whose address is known. */
export function Origins({ url }: { url: string | undefined }) {
  const address = safeUrl(url);
  const origin = address && new URL(address).origin;
  return (
    <p class="note muted">
      Visits are counted only from websites that are allowed, by <code>POST /v0/websites</code> or the setting{' '}
      <code>VISIT_ORIGINS</code>.{' '}
      {origin ? (
        <>
          For this page one of them must name <code>{origin}</code>.
        </>
      ) : (
        <>
          They have their origins, such as <code>https://www.acme.example</code>.
        </>
      )}{' '}
      The operation takes effect at once, the setting with the next deploy or start. From any other website
      visits are refused with <a href="/docs/problems/origin_not_allowed">origin_not_allowed</a>: the page
      there shows nothing, the browser’s console an error.
    </p>
  );
}
