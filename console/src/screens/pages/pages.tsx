import { listPages, type Page, type PageAnalytics, pageAnalytics } from '@footfall/client';
import { useEffect, useRef } from 'preact/hooks';
import { useActions } from '../../actions.ts';
import { ask } from '../../api.ts';
import { plural } from '../../format.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { RangePicker, useRange } from '../../kit/range-picker.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { Table } from '../../kit/table.tsx';
import { useList } from '../../list.ts';
import { useQuery } from '../../query.ts';
import type { Span } from '../../range.ts';
import { go, here, link, useRoute } from '../../router.ts';
import { useScope } from '../../session.ts';
import { useNew } from '../../use-new.ts';
import { rangeQuery } from '../page/audiences.tsx';
import { spanQuery } from '../page/data.ts';
import { LeftOut } from '../page/left-out.tsx';
import { CreatePage } from './create-page.tsx';
import { type PageRow, pageColumns } from './page-columns.tsx';

/** A search looks at so many pages at most, without being asked to go on. */
const mostSearched = 1000;

const matches = ({ title, url }: Page, text: string) =>
  `${title}\n${url}`.toLocaleLowerCase().includes(text.toLocaleLowerCase());

/** Which pages have visits? */
export function Pages() {
  const { query } = useRoute();
  const range = useRange();
  const { zone, elapsed } = range;
  const mayWrite = useScope('write');
  const [wanted, endCreating] = useNew();
  const create = () => go(here({ new: 'page' }));
  const pages = useList(['pages', 'list'], (cursor, signal) =>
    ask(listPages, { query: { limit: 100, ...(cursor && { cursor }) }, signal }),
  );
  const figuresOf = (span: Span) => (signal: AbortSignal) =>
    ask(pageAnalytics, { query: spanQuery(span, zone), signal });
  const figures = useQuery(['pages-figures', spanQuery(range, zone)], figuresOf(range));
  const earlier = useQuery(elapsed && ['pages-figures-before', elapsed, zone], figuresOf(elapsed ?? range));
  useActions(mayWrite ? [{ title: 'New page', keys: 'n', group: 'Pages', run: create }] : []);
  const text = query.q?.trim() ?? '';
  const isSorting = query.sort !== undefined;
  const count = pages.items?.length ?? 0;
  // A search or a sort is of all pages, not of those that were loaded so far.
  const latest = useRef(pages.more);
  latest.current = pages.more;
  useEffect(() => {
    if ((text || isSorting) && pages.hasMore && !pages.isLoading && count < mostSearched) latest.current();
  }, [text, isSorting, pages.hasMore, pages.isLoading, count]);

  const byId = (items: PageAnalytics[] | undefined) => new Map(items?.map((item) => [item.pageId, item]));
  const now = byId(figures.data?.items);
  const then = byId(earlier.data?.items);
  const rows = pages.items
    ?.filter((page) => text === '' || matches(page, text))
    .map(
      (page): PageRow => ({
        page,
        figures: figures.data && (now.get(page.pageId) ?? 'none'),
        before: then.get(page.pageId)?.totalSessions,
      }),
    );
  const total = pages.totalCount;
  return (
    <>
      <ScreenHead title="Pages" question="Which pages have visits, and do they convert?">
        <RangePicker />
        {mayWrite && (
          <button type="button" class="button button-main" onClick={create} title="New page (n)">
            New page
          </button>
        )}
      </ScreenHead>
      {figures.error !== undefined && <Await query={{ ...figures, data: undefined }}>{() => null}</Await>}
      <Await query={{ ...pages, data: rows }} skeleton={<Skeleton lines={8} />}>
        {(shown) =>
          count === 0 && !pages.hasMore ? (
            <Empty title="No pages yet">
              <p>
                A page is an address of your website whose visits are counted. Create one, then copy its
                script tag.
              </p>
              {mayWrite ? (
                <button type="button" class="button button-main" onClick={create}>
                  New page
                </button>
              ) : (
                <p>
                  Your key may only read. A key with the scope <code>write</code> creates pages.
                </p>
              )}
            </Empty>
          ) : (
            <>
              <p class="row below-table">
                <SearchField label="Search pages by title or address" placeholder="Title or address" />
                <span class="muted">
                  {text || total === null
                    ? `${plural(shown.length, 'page')}${pages.hasMore ? ' so far' : ''}`
                    : plural(total, 'page')}
                </span>
              </p>
              {shown.length === 0 && !pages.hasMore ? (
                <Empty title="No page matches">
                  <a href={here({ q: undefined })}>Show all pages</a>
                </Empty>
              ) : (
                <Table
                  label="Pages"
                  columns={pageColumns}
                  rows={shown}
                  keyOf={({ page }) => page.pageId}
                  href={({ page: { pageId } }) => link('page', { pageId }, rangeQuery(query))}
                  initialSort="-visits"
                  sortParam="sort"
                  onEnd={pages.more}
                  footer={<ListFooter list={pages} />}
                />
              )}
              <div class="panels">
                <LeftOut range={range} />
              </div>
            </>
          )
        }
      </Await>
      {mayWrite && wanted === 'page' && <CreatePage onClose={endCreating} />}
    </>
  );
}
