import { listPages, type Page } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { NoVisits } from '../../analytics/no-visits.tsx';
import { useAnswer } from '../../data/api.ts';
import { useScope } from '../../data/session.ts';
import { originOf, useRefused } from '../../data/websites.ts';
import { Icon } from '../../kit/button.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { here, link, useRoute } from '../../nav/router.ts';

const steps = ['Create a page', 'Paste its script', 'First visit'];

/** Get your first visit, in three steps. `done` of them are ticked, and `children` is the next one. */
const FirstSteps = ({ done, children }: { done: number; children: ComponentChildren }) => (
  <>
    <ol class="first-steps wrap" aria-label="Get your first visit">
      {steps.map((step, index) => (
        <li key={step} class="muted" aria-current={index === done ? 'step' : undefined}>
          {index < done ? <Icon name="check" /> : <span class="tabular">{index + 1}</span>} {step}
          {index < done && <span class="visually-hidden">: done</span>}
        </li>
      ))}
    </ol>
    {children}
  </>
);

const FirstPage = ({ mayWrite }: { mayWrite: boolean }) => (
  <Empty title="Nothing is measured yet">
    <p>
      A page is an address of your website. Create one, and put its script into your website: its visits
      appear on this screen within seconds.
    </p>
    {mayWrite ? (
      <p>
        <a class="button button-main" href={link('pages', {}, { new: 'page' })}>
          Create the first page
        </a>
      </p>
    ) : (
      <p>
        Your key may only read. A key with the scope <code>write</code> creates pages.
      </p>
    )}
  </Empty>
);

/** A workspace with one page. A visit that was refused shows that the script is in the website. */
function OnePage({ page: { pageId, url } }: { page: Page }) {
  const refused = useRefused();
  const isPasted = refused.data?.items.some(({ origin }) => origin === originOf(url));
  return (
    <FirstSteps done={isPasted ? 2 : 1}>
      <NoVisits pageId={pageId} />
    </FirstSteps>
  );
}

const ofYear = { range: '12m', from: undefined, to: undefined };

/** A range without visits, in place of zeros and an empty chart: what to do next. */
export function NothingYet() {
  const mayWrite = useScope('write');
  const isYear = useRoute().query.range === '12m';
  const pages = useAnswer('overview-newest-pages', listPages, { query: { limit: 2 } });
  return (
    <Await query={pages} skeleton={<Skeleton lines={4} />}>
      {({ items: [newest, second] }) => {
        if (!newest) {
          return (
            <FirstSteps done={0}>
              <FirstPage mayWrite={mayWrite} />
            </FirstSteps>
          );
        }
        if (!second) return <OnePage page={newest} />;
        return (
          <Empty title="No visits in this range">
            <p>
              {!isYear && (
                <>
                  <a href={here(ofYear)}>Show the last 12 months</a>, or see your pages.{' '}
                </>
              )}
              A page without visits has the script that its website needs, ready to copy.
            </p>
            <p>
              <a class="button button-main" href={link('pages')}>
                See your pages
              </a>
            </p>
          </Empty>
        );
      }}
    </Await>
  );
}
