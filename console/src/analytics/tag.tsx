import { useScope } from '../data/session.ts';
import { isNothingRefused, originOf, useRefused, useWebsites } from '../data/websites.ts';
import { CopyBlock } from '../kit/copy.tsx';
import { dayAndTime } from '../lib/format.ts';
import { link } from '../nav/router.ts';
import { Allow, RefusedList } from './allow.tsx';

/** Says that the tag works for a while only, and how one is made that lasts. */
const EndNote = ({ end }: { end: string }) => (
  <p class="note">
    <b>Its key expires on {dayAndTime(end)}.</b> After that, visits of this website are refused. For a key
    that does not expire, run <code>npm run key -- create --name website --scopes collect</code>, and put it
    into the script in place of this one.
  </p>
);

export interface TagProps {
  apiKey: string;
  pageId: string;
  /** When the key ends, if that is known. */
  end: string | null | undefined;
}

/** The tag that measures a page: complete, so that it works where it is pasted. */
export function Tag({ apiKey, pageId, end }: TagProps) {
  const tag = `<script async src="${location.origin}/visit.js" data-key="${apiKey}" data-page="${pageId}"></script>`;
  return (
    <>
      <CopyBlock text={tag} what="script" label="Copy the script" />
      {end && <EndNote end={end} />}
    </>
  );
}

/** Whether the website of a page is allowed. `VISIT_ORIGINS` is a setting that the console cannot read. */
function Website({ origin }: { origin: string }) {
  const websites = useWebsites();
  if (!websites.data) return null;
  if (websites.data.some((website) => website.origin === origin)) {
    return (
      <p class="note muted">
        <code>{origin}</code> is allowed: visits from it count.
      </p>
    );
  }
  return (
    <div class="row">
      <p class="note muted grow">
        <code>{origin}</code> is not allowed here. Unless the setting <code>VISIT_ORIGINS</code> names it, its
        visits are refused.
      </p>
      <Allow origin={origin} />
    </div>
  );
}

export interface OriginsProps {
  /** The address of the page, if it is known. */
  url: string | undefined;
  /** How often what was refused is asked for, in milliseconds: somebody may be waiting. */
  every?: number;
}

/** From which websites visits count, and from where they were refused. */
function ReadOrigins({ url, every }: OriginsProps) {
  const origin = originOf(url);
  const refused = useRefused(every).data;
  return (
    <div class="stack origins">
      {origin && !refused?.items.some((item) => item.origin === origin) && <Website origin={origin} />}
      {refused && !isNothingRefused(refused) && <RefusedList refused={refused} />}
      <p class="note muted">
        Visits count from the <a href={link('settings', {}, { part: 'websites' })}>websites</a> in Settings,
        and from the origins in <code>VISIT_ORIGINS</code>. From any other they are refused with{' '}
        <a href="/docs/problems/origin_not_allowed">origin_not_allowed</a>.
      </p>
    </div>
  );
}

/** As above, for whoever may read them. */
export function Origins(props: OriginsProps) {
  if (useScope('read')) return <ReadOrigins {...props} />;
  return <p class="note muted">Visits count only from websites that are allowed in Settings.</p>;
}
