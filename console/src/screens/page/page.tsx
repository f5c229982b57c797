import { useRange } from '../../analytics/range-picker.tsx';
import { usePage } from '../../data/pages.ts';
import { safeUrl } from '../../data/websites.ts';
import { NewButton } from '../../kit/button.tsx';
import { lazy } from '../../kit/lazy.tsx';
import { Tabs, useTab } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Await } from '../../kit/states.tsx';
import { useActions } from '../../nav/actions.ts';
import { go, here, useRoute } from '../../nav/router.ts';
import { RecordHistory } from '../history/history-fold.tsx';
import { PageFields } from '../page-fields/page-fields.tsx';
import { Sessions } from '../sessions/sessions.tsx';
import { Audiences } from './audiences.tsx';
import { Numbers } from './numbers.tsx';

const Campaigns = lazy(() => import('../campaigns/campaigns.tsx').then((of) => of.Campaigns));

const views = [
  { id: 'numbers', label: 'Numbers', question: 'Did more people come, and did they do what you hoped?' },
  { id: 'audiences', label: 'Audiences', question: 'Which audience converts best?' },
  { id: 'sessions', label: 'Visits', question: 'Who visited, and what did they do?' },
  { id: 'fields', label: 'Fields', question: 'What can each audience have in its own words?' },
  { id: 'campaigns', label: 'Campaigns', question: 'Who of a list has a page of their own?' },
  { id: 'history', label: 'History', question: 'Who changed this page, and when?' },
] as const;

const viewAddress = (id: string) =>
  here({ view: id === 'numbers' ? undefined : id, sort: undefined, list: undefined });

/** A page: its numbers, its audiences compared, its visits, its fields. */
export function Page() {
  const { pageId } = useRoute('page').params;
  const range = useRange();
  const view = useTab(views, 'view');
  const page = usePage(pageId);
  useActions(
    views.map(({ id, label }, index) => ({
      title: `Show ${label.toLowerCase()} of this page`,
      keys: String(index + 1),
      group: 'Page',
      run: () => go(viewAddress(id)),
    })),
  );
  const address = safeUrl(page.data?.url);
  const title = page.data?.title ?? 'Page';
  return (
    <>
      <ScreenHead
        title={title}
        question={views.find(({ id }) => id === view)?.question}
        of={{ what: 'page', id: pageId }}
      >
        {view === 'audiences' && <NewButton what="audience" label="New audience" />}
        {view === 'campaigns' && <NewButton what="campaign" label="New campaign" />}
      </ScreenHead>
      <p class="row page-facts">
        {address ? (
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        ) : (
          page.data && <span class="muted">{page.data.url}</span>
        )}
      </p>
      <Tabs label="Page" tabs={views} param="view" />
      {page.error !== undefined ? (
        <Await query={page} what="the page">
          {() => null}
        </Await>
      ) : (
        <>
          {view === 'numbers' && <Numbers pageId={pageId} range={range} title={title} />}
          {view === 'audiences' && <Audiences pageId={pageId} range={range} title={title} />}
          {view === 'campaigns' && <Campaigns pageId={pageId} page={page.data} />}
          {view === 'sessions' && <Sessions pageId={pageId} range={range} title={title} />}
          {view === 'fields' && <PageFields pageId={pageId} />}
          {view === 'history' && (
            <section aria-labelledby="page-history">
              <h2 id="page-history" class="visually-hidden">
                History
              </h2>
              <RecordHistory kind="page" id={pageId} changedAt={page.data?.updatedAt} />
            </section>
          )}
        </>
      )}
    </>
  );
}
