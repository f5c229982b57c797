import { createPage, type Page, type PageAnalytics, pageAnalytics } from '@footfall/client';
import { figureColumns } from '../../analytics/figure-columns.ts';
import { FilterBar } from '../../analytics/filter-bar.tsx';
import { visitFilter, workspaceFilters } from '../../analytics/filters.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import { countsBefore } from '../../analytics/measures.ts';
import { comparedQuery, spanQuery } from '../../analytics/questions.ts';
import type { Span } from '../../analytics/range.ts';
import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { ask } from '../../data/api.ts';
import { addressWords, typedAddress } from '../../data/pages.ts';
import { retryFailed, useQuery } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Button, NewButton } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, column, Table } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { number, plural } from '../../lib/format.ts';
import { go, here, link, useNew, useRoute } from '../../nav/router.ts';
import { useListedPages } from './listed.ts';

const NewCampaign = lazyDialog(() => import('../campaigns/new-campaign.tsx').then((of) => of.NewCampaign));

/** A page with its figures: undefined while they are loaded, `none` if it had no visits. */
interface PageRow {
  page: Page;
  figures: PageAnalytics | 'none' | undefined;
  before: number | undefined;
}

const { visits, change, conversions, rate, time } = figureColumns<PageRow>(
  ({ figures }) => figures,
  ({ before }) => before,
);

/** The columns of the list of pages. */
const pageColumns: Column<PageRow>[] = [
  column('page', 'Page', { sortBy: ({ page }) => page.title }, ({ page }) => (
    <>
      {page.title} <span class="muted not-on-phone page-address">{addressWords(page)}</span>
    </>
  )),
  visits,
  change,
  conversions,
  rate,
  {
    ...time,
    sortBy: ({ figures }) => (typeof figures === 'object' ? figures.avgTimeSpentSeconds : null),
  },
  column(
    'audiences',
    'Audiences',
    { isNumber: true, notOnPhone: true, sortBy: ({ page }) => page.audiencesCount },
    ({ page }) => number(page.audiencesCount),
  ),
];

/** Creates a page, and leads to it: it has the script tag, ready to copy. */
const CreatePage = ({ onClose }: { onClose: () => void }) => (
  <ChangeDialog
    title="New page"
    onClose={onClose}
    submit="Create"
    send={({ title = '', url = '' }) =>
      ask(createPage, { body: { title: title.trim(), url: typedAddress(url) } })
    }
    done={() => 'The page was created'}
    then={({ pageId }) => {
      onClose();
      go(link('page', { pageId }));
    }}
  >
    <TextField label="Title" name="title" placeholder="Pricing" required />
    <TextField
      label="Address"
      name="url"
      type="url"
      placeholder="https://www.acme.example/pricing"
      hint="The address of the page on your website."
      required
    />
  </ChangeDialog>
);

const matches = ({ title, url }: Page, text: string) =>
  `${title}\n${url}`.toLocaleLowerCase().includes(text.toLocaleLowerCase());

/** Which pages have visits? */
export function Pages() {
  const { query } = useRoute();
  const range = useRange();
  const { zone, elapsed } = range;
  const filter = visitFilter(query);
  const mayWrite = useScope('write');
  const [wanted, endCreating] = useNew();
  const create = () => go(here({ new: 'page' }));
  const figuresOf = (span: Span) => (signal: AbortSignal) =>
    ask(pageAnalytics, { query: { ...spanQuery(span, zone), ...filter }, signal });
  const figures = useQuery(['pages-figures', spanQuery(range, zone), filter], figuresOf(range));
  const earlier = useQuery(
    elapsed && ['pages-figures-before', elapsed, zone, filter],
    figuresOf(elapsed ?? range),
  );
  const text = query.q?.trim() ?? '';
  // A search or another order is of all pages, not of those that were loaded so far.
  const listed = useListedPages(figures.data?.items, text !== '' || query.sort !== undefined);
  const { list, older } = listed;

  const byId = (items: PageAnalytics[] | undefined) => new Map(items?.map((item) => [item.pageId, item]));
  const now = byId(figures.data?.items);
  const then =
    earlier.data && countsBefore(earlier.data.items, ({ pageId }) => pageId, earlier.data.other === null);
  const rows = listed.items
    ?.filter((page) => text === '' || matches(page, text))
    .map(
      (page): PageRow => ({
        page,
        figures: figures.data && (now.get(page.pageId) ?? 'none'),
        before: then?.(page.pageId),
      }),
    );
  const total = list.totalCount;
  const hasNone = list.items?.length === 0 && !list.hasMore;
  const failed = [figures, older].find(({ error }) => error !== undefined);
  // What fails for the list fails for all: it is said once.
  const retry = retryFailed(list, figures, older);
  const isLoading = list.isLoading || listed.isCompleting || figures.isLoading;
  return (
    <>
      <ScreenHead title="Pages" question="Which pages have visits, and do they convert?">
        <NewButton what="page" label="New page" />
      </ScreenHead>
      {!hasNone && (
        <Toolbar
          title="Pages"
          range={<RangePicker />}
          file={{
            what: 'Visits by page',
            of: () => [
              [
                pageAnalytics,
                {
                  query: { ...spanQuery(range, zone), ...comparedQuery(elapsed), ...filter, names: 'true' },
                },
              ],
            ],
          }}
        >
          <SearchField label="Search pages by title or address" placeholder="Title or address" />
          <FilterBar pageId={undefined} range={range} filters={workspaceFilters} />
          <span class="muted">
            {!rows
              ? '… pages'
              : text || total === null
                ? `${plural(rows.length, 'page')}${list.hasMore ? ' so far' : ''}`
                : plural(total, 'page')}
          </span>
        </Toolbar>
      )}
      {failed && list.error === undefined && (
        <Await query={{ ...failed, data: undefined }} what="your figures">
          {() => null}
        </Await>
      )}
      <Await
        query={{ ...list, isLoading, retry, data: rows }}
        what="your pages"
        skeleton={<Skeleton lines={8} />}
      >
        {(shown) =>
          hasNone ? (
            <Empty title="No pages yet">
              <p>
                A page is an address of your website whose visits are counted. Create one, then copy its
                script tag. <a href={link('start')}>Show me how</a>
              </p>
              {mayWrite ? (
                <p>
                  <Button kind="main" onClick={create}>
                    Create the first page
                  </Button>
                </p>
              ) : (
                <p>
                  Your key may only read. A key with the scope <code>write</code> creates pages.
                </p>
              )}
            </Empty>
          ) : (
            <>
              {listed.isPartial && (
                <p class="note muted">
                  Only the {number(list.items?.length ?? 0)} newest pages and older ones with many visits are
                  searched and sorted.
                </p>
              )}
              {shown.length === 0 && !list.hasMore ? (
                <Empty title="No page matches">
                  <a href={here({ q: undefined })}>Show all pages</a>
                </Empty>
              ) : (
                <Table
                  label="Pages"
                  columns={pageColumns}
                  rows={shown}
                  keyOf={({ page }) => page.pageId}
                  href={({ page: { pageId } }) => link('page', { pageId })}
                  initialSort="-visits"
                  sortParam="sort"
                  list={{ ...list, isLoading: list.isLoading || listed.isCompleting }}
                />
              )}
              <LeftOut range={range} />
            </>
          )
        }
      </Await>
      {mayWrite && wanted === 'page' && <CreatePage onClose={endCreating} />}
      {mayWrite && wanted === 'campaign' && <NewCampaign onClose={endCreating} />}
    </>
  );
}
