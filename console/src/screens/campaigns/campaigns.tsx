import { type Campaign, listCampaigns, type Page } from '@footfall/client';
import { useListOf } from '../../data/list.ts';
import { useScope } from '../../data/session.ts';
import { Ago } from '../../kit/ago.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { number } from '../../lib/format.ts';
import { here, link, useNew } from '../../nav/router.ts';
import { stateOf } from './data.ts';

const NewCampaign = lazyDialog(() => import('./new-campaign.tsx').then((of) => of.NewCampaign));

const columns: Column<Campaign>[] = [
  column('name', 'Campaign', {}, ({ name }) => name),
  column('people', 'People', { isNumber: true }, ({ rowsCount }) => number(rowsCount)),
  column('state', 'State', {}, (campaign) => {
    const { text, tone } = stateOf(campaign);
    return <span class={`badge ${tone}`}>{text}</span>;
  }),
  column('path', 'Links', { notOnPhone: true, onlyWide: true }, ({ path }) => <code>{path}</code>),
  column('made', 'Made', { isNumber: true, notOnPhone: true }, ({ createdAt }) => <Ago at={createdAt} />),
];

/** The campaigns of a page, newest first. */
export function Campaigns({ pageId, page }: { pageId: string; page: Page | undefined }) {
  const list = useListOf('campaigns', listCampaigns, { path: { page_id: pageId } });
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  return (
    <section aria-labelledby="page-campaigns">
      <h2 id="page-campaigns" class="visually-hidden">
        Campaigns
      </h2>
      <TableOf
        label="Campaigns"
        of={list}
        columns={columns}
        keyOf={({ campaignId }) => campaignId}
        href={({ campaignId }) => link('campaign', { pageId, campaignId })}
        lines={6}
        empty={
          <Empty title="No campaigns yet">
            <p>
              A campaign makes this page for each person of a list, with their own words and their own link.
            </p>
            {mayWrite && (
              <p>
                <a class="button button-main" href={here({ new: 'campaign' })}>
                  Make pages from a CSV file
                </a>
              </p>
            )}
          </Empty>
        }
      />
      {mayWrite && wanted === 'campaign' && page && <NewCampaign page={page} onClose={close} />}
    </section>
  );
}
