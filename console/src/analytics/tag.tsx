import type { RefusedOriginList } from '@footfall/client';
import { useMutation } from '../data/api.ts';
import { useScope } from '../data/session.ts';
import { allow, isNothingRefused, originOf, useRefused, useWebsites } from '../data/websites.ts';
import { Ago } from '../kit/ago.tsx';
import { Button, CopyBlock } from '../kit/button.tsx';
import { dayAndTime, plural } from '../lib/format.ts';
import { describeProblem } from '../lib/problem.ts';
import { toast } from '../lib/toasts.ts';
import { link } from '../nav/router.ts';

/** Says that the tag works for a while only, and how one is made that lasts. */
const EndNote = ({ end }: { end: string }) => (
  <p class="note">
    <b>Its key expires on {dayAndTime(end)}.</b> After that, visits of this website are refused. For a key
    that does not expire, run <code>npm run key -- create --name website --scopes collect</code>, and put it
    into the script in place of this one.
  </p>
);

interface TagProps {
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

/** A button that lets the visits of an origin count. */
export function Allow({ origin }: { origin: string }) {
  const mayWrite = useScope('write');
  const add = useMutation(allow, {
    onDone: (website) => toast(`Visits from ${website.origin} count from now on, within ten seconds`),
  });
  if (!mayWrite) return null;
  return (
    <>
      <Button onClick={() => add.run(origin)} isBusy={add.isRunning}>
        Allow<span class="visually-hidden"> {origin}</span>
      </Button>
      {add.error !== undefined && (
        <span class="field-error" role="alert">
          {describeProblem(add.error).title}
        </span>
      )}
    </>
  );
}

/** How many requests there were in the last days, and when the last came. */
const Requests = ({ count, last }: { count: number; last: string }) => (
  <span class="muted">
    {plural(count, 'request')} in 7 days, the last <Ago at={last} />
  </span>
);

/** From where visits were refused, and how to let them count; and which pages they named that do not exist. */
export const RefusedList = ({ refused: { items, unknownPages } }: { refused: RefusedOriginList }) => (
  <ul class="refused">
    {items.map(({ origin, requestsCount, lastRefusedAt }) => (
      <li key={origin} class="row">
        <span class="grow">
          Visits were refused from <b>{origin}</b>: <Requests count={requestsCount} last={lastRefusedAt} />
        </span>
        <Allow origin={origin} />
      </li>
    ))}
    {unknownPages.map(({ pageId, requestsCount, lastSentAt }) => (
      <li key={pageId} class="row">
        <span class="grow">
          Visits name the page <b>{pageId}</b>, which does not exist; compare <code>data-page</code> in the
          script: <Requests count={requestsCount} last={lastSentAt} />
        </span>
      </li>
    ))}
  </ul>
);

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

interface OriginsProps {
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
