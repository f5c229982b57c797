import { archiveCampaign, type Campaign, listCampaignRows } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, type Match, orReadAgain, type Read } from '../../data/api.ts';
import { useListOf } from '../../data/list.ts';
import { pageName, usePage } from '../../data/pages.ts';
import { useMay } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { here, link, useNew, useRoute } from '../../nav/router.ts';
import { isBusy, pathOf, useCampaign } from './data.ts';
import { JobState } from './job.tsx';
import { People } from './people-table.tsx';
import { ByColumn, CompareBy, Figures, useResults } from './results.tsx';

const NewCampaign = lazyDialog(() => import('./new-campaign.tsx').then((of) => of.NewCampaign));
const ChangeWords = lazyDialog(() => import('./change-words.tsx').then((of) => of.ChangeWords));

function Archive({ campaign, match, onClose }: { campaign: Campaign; match: Match; onClose: () => void }) {
  return (
    <ChangeDialog
      title={`Archive ${campaign.name}?`}
      submit="Archive the campaign"
      isDanger
      intro={
        <p>
          The audiences of {plural(campaign.rowsCount, 'person', 'people')} are archived. One that another
          campaign has too stays. Their links stay, and show the page itself. The campaign takes no more
          people. Persons, visits and logs stay.
        </p>
      }
      send={() => orReadAgain(ask(archiveCampaign, { path: pathOf(campaign), body: {}, headers: match }))}
      done={() => 'The campaign is being archived'}
      onClose={onClose}
    />
  );
}

/** Saves the links of all people as a file. */
function DownloadLinks({ campaign }: { campaign: Campaign }) {
  const [isBusy, setBusy] = useState(false);
  const made = async () => {
    const { allPeople, linksFile, visitsSince } = await import('./links-file.ts');
    const [rows, visits] = await Promise.all([allPeople(pathOf(campaign)), visitsSince(campaign)]);
    return new Blob([linksFile(rows, visits)], { type: 'text/csv' });
  };
  const save = () => {
    setBusy(true);
    import('../../data/file.ts')
      .then(
        ({ download }) => download(`Links of ${campaign.name}`, made),
        () => toast('A part of the console did not load'),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Button isBusy={isBusy} onClick={save}>
      Download links
    </Button>
  );
}

function View({ read: { data: campaign, match } }: { read: Read<Campaign> }) {
  const { pageId, name, archivedAt, rowsCount, path } = campaign;
  const page = usePage(pageId);
  const mayWrite = useMay('write');
  const list = useListOf('campaign-rows', listCampaignRows, {
    path: pathOf(campaign),
    query: { startDate: campaign.createdAt },
  });
  const results = useResults(campaign);
  const [wanted, close] = useNew();
  const isOpen = archivedAt === null;
  const may = mayWrite === true && isOpen;
  const canChange = may && !isBusy(campaign);
  return (
    <>
      <ScreenHead
        title={name}
        question="Whose link was opened, and who converted?"
        of={{ what: 'campaign', id: campaign.campaignId }}
      >
        {may && (
          <>
            <a class="button" href={here({ new: 'words' })} inert={!canChange}>
              Change words
            </a>
            <a class="button button-main" href={here({ new: 'people' })}>
              Add people
            </a>
          </>
        )}
      </ScreenHead>
      <p class="row page-facts">
        <a href={link('page', { pageId }, { view: 'campaigns' })}>
          {page.data ? pageName(page.data) : 'Page'}
        </a>
        <code>{path}</code>
        {!isOpen && <span class="badge">Archived</span>}
      </p>
      <JobState campaign={campaign} match={match} mayWrite={mayWrite === true} />
      <Figures campaign={campaign} results={results} />
      <div class="wrap between campaign-head">
        {rowsCount > 0 ? <CompareBy items={list.items ?? []} /> : <span />}
        <div class="row">
          {rowsCount > 0 && <DownloadLinks campaign={campaign} />}
          {canChange && (
            <a class="button button-quiet bad" href={here({ new: 'archive' })}>
              Archive …
            </a>
          )}
        </div>
      </div>
      <ByColumn results={results} />
      <People campaign={campaign} list={list} mayAdd={may} />
      {may && wanted === 'people' && page.data && (
        <NewCampaign page={page.data} campaign={campaign} onClose={close} />
      )}
      {canChange && wanted === 'words' && page.data && list.items && (
        <ChangeWords page={page.data} campaign={campaign} match={match} rows={list.items} onClose={close} />
      )}
      {canChange && wanted === 'archive' && <Archive campaign={campaign} match={match} onClose={close} />}
    </>
  );
}

/** A campaign: its people, their links, and what is done to all of them. */
export function CampaignScreen() {
  const { pageId, campaignId } = useRoute('campaign').params;
  const campaign = useCampaign({ page_id: pageId, campaign_id: campaignId });
  const head = <ScreenHead title="Campaign" question="Whose link was opened, and who converted?" />;
  const hasFailed = campaign.error !== undefined && campaign.data === undefined;
  return (
    <>
      {hasFailed && head}
      <Await
        query={campaign}
        what="the campaign"
        skeleton={
          <>
            {!hasFailed && head}
            <Skeleton lines={12} />
          </>
        }
      >
        {(read) => <View key={campaignId} read={read} />}
      </Await>
    </>
  );
}
