import type { QueryState } from '../../data/query.ts';
import { safeUrl } from '../../data/websites.ts';
import { Await, Skeleton } from '../../kit/states.tsx';
import type { Loaded } from './data.ts';
import { OpenDraft, type OpenDraftProps } from './open-draft.tsx';
import { pageWords, type Shown } from './words.ts';

function Words({ shown: { title, description, actionUrl, actionFormId } }: { shown: Shown }) {
  const button = safeUrl(actionUrl);
  return (
    <div class="preview stack-1 box">
      <p class="preview-title">{title}</p>
      {description && <p>{description}</p>}
      {actionUrl && (
        <p class="muted">
          Button leads to{' '}
          {button ? (
            <a href={button} target="_blank" rel="noreferrer">
              {actionUrl}
            </a>
          ) : (
            actionUrl
          )}
        </p>
      )}
      {actionFormId && <p class="muted">Form {actionFormId}</p>}
    </div>
  );
}

export interface NextPreviewProps extends OpenDraftProps {
  /** The words that come next, as they are written. */
  next: Shown;
  mayOpen: boolean;
}

/** What a visitor gets once the next words are published, and the way to see them on the website. */
export function NextPreview({ next, mayOpen, ...of }: NextPreviewProps) {
  return (
    <section aria-labelledby="audience-next">
      <h2 id="audience-next">What comes next</h2>
      <Words shown={next} />
      {mayOpen && <OpenDraft {...of} />}
    </section>
  );
}

/** What a visitor of a link gets now, as text: the published version, or the page if nothing is live. */
export function Preview({ loaded: { audience, page }, live }: { loaded: Loaded; live: QueryState<Shown> }) {
  const version = audience.archivedAt === null ? audience.publishedVersion : null;
  return (
    <section aria-labelledby="audience-preview">
      <h2 id="audience-preview">What a visitor gets now</h2>
      {version ? (
        <Await query={live} skeleton={<Skeleton lines={3} />}>
          {(shown) => <Words shown={shown} />}
        </Await>
      ) : (
        <Words shown={pageWords(page)} />
      )}
      <p class="muted after">
        {version ? `Version ${version.versionNumber} of this audience.` : 'The page, as everyone gets it.'}{' '}
        Websites may cache it for up to a minute.
      </p>
    </section>
  );
}
