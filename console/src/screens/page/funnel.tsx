import type { ComponentChildren } from 'preact';
import type { Totals } from '../../analytics/measures.ts';
import { number, plural, rate } from '../../lib/format.ts';
import { here } from '../../nav/router.ts';

interface StepProps {
  label: string;
  /** Null if it is not known yet. */
  hits: number | null;
  of: number;
  note: ComponentChildren;
  href?: string;
}

const Step = ({ label, hits, of, note, href }: StepProps) => (
  <li>
    <p class="row">
      <span class="grow">{href ? <a href={href}>{label}</a> : label}</span>
      <b class="tabular">{hits === null ? '–' : number(hits)}</b>
    </p>
    <div class="bar">
      <span style={{ inlineSize: `${of > 0 ? (100 * (hits ?? 0)) / of : 0}%` }} />
    </div>
    <p class="note muted">{note}</p>
  </li>
);

const Frame = ({ children }: { children: ComponentChildren }) => (
  <section aria-labelledby="page-funnel">
    <h2 id="page-funnel">From visit to conversion</h2>
    {children}
    <p class="note muted">
      Engaged means not bounced: ten seconds or more on the page, or a click, a question, a form or a
      conversion. Each step is counted by itself: a visit may convert without a form.
    </p>
  </section>
);

/** Room for the steps, as high as they will be. */
export const FunnelSkeleton = () => (
  <Frame>
    <div class="funnel stack" aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <div key={step}>
          <p>&nbsp;</p>
          <div class="bar" />
          <p class="note">&nbsp;</p>
        </div>
      ))}
    </div>
  </Frame>
);

/** How many visits were engaged, sent a form, converted. */
export function Funnel({ totals }: { totals: Totals }) {
  const { totalSessions: visits, bounceEligibleSessions: judged, bounceCount } = totals;
  const { formSubmitCount: forms, conversionCount: conversions } = totals;
  const engaged = judged - bounceCount;
  const unknown = visits - judged;
  const partOf = (hits: number) =>
    visits < 30 ? `${rate(hits, visits)} visits` : `${rate(hits, visits)} of all visits`;
  const sessions = (changes: Record<string, string>) => here({ view: 'sessions', ...changes });
  return (
    <Frame>
      <ol class="funnel stack">
        <Step label="Visits" hits={visits} of={visits} note="all of the range" href={sessions({})} />
        <Step
          label="Engaged"
          // A form that was sent is shown at once; whether a visit bounced is known when it is over.
          hits={judged === 0 && visits > 0 ? null : engaged}
          of={visits}
          note={
            <>
              {judged === 0 && visits > 0
                ? 'known when visits are over'
                : `${rate(engaged, judged)} ${judged >= 30 ? `of ${number(judged)} ` : ''}did not bounce`}
              {unknown > 0 && `; ${plural(unknown, 'visit')} not over or without a time`}
            </>
          }
        />
        <Step
          label="Sent a form"
          hits={forms}
          of={visits}
          note={partOf(forms)}
          href={sessions({ hasFormSubmit: 'true' })}
        />
        <Step
          label="Converted"
          hits={conversions}
          of={visits}
          note={partOf(conversions)}
          href={sessions({ hasConversion: 'true' })}
        />
      </ol>
    </Frame>
  );
}
