import { type Campaign, listCampaigns, type Page, type Person } from '@footfall/client';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../../data/api.ts';
import { pageOptions, usePages } from '../../data/pages.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { go, link } from '../../nav/router.ts';
import { FromFile } from './from-file.tsx';
import { FromPersons } from './from-persons.tsx';

/** Which page it is, and which campaign: a new one unless one is chosen. */
function WhichPage(props: {
  pages: Page[];
  page: Page;
  onPage: (page: Page) => void;
  campaigns: Campaign[];
  campaign: Campaign | undefined;
  onCampaign: (campaign: Campaign | undefined) => void;
}) {
  const { pages, page, onPage, campaigns, campaign, onCampaign } = props;
  return (
    <div class="import-columns">
      <SelectField
        label="Page"
        name="page"
        value={page.pageId}
        options={pageOptions(pages)}
        onChange={(id) => onPage(pages.find(({ pageId }) => pageId === id) ?? page)}
      />
      {campaigns.length > 0 && (
        <SelectField
          label="Campaign"
          name="campaign"
          value={campaign?.campaignId ?? ''}
          options={[
            { value: '', label: 'New campaign' },
            ...campaigns.map(({ campaignId: value, name: label }) => ({ value, label })),
          ]}
          onChange={(id) => onCampaign(campaigns.find(({ campaignId }) => campaignId === id))}
        />
      )}
    </div>
  );
}

interface NewCampaignProps {
  /** Without one, it is chosen. */
  page?: Page;
  /** The campaign to which people are added. */
  campaign?: Campaign;
  /** Persons who are known. Without them, a file is chosen. */
  persons?: Person[];
  onClose: () => void;
}

/** A dialog that makes pages for a list of people: a new campaign, or more people of one. */
export function NewCampaign({ page: given, campaign: of, persons, onClose }: NewCampaignProps) {
  const pages = usePages(given === undefined);
  const [chosen, setChosen] = useState<Page>();
  const page = given ?? chosen ?? pages.data?.[0];
  const known = useAnswer(
    'campaigns-known',
    listCampaigns,
    persons && page ? { path: { page_id: page.pageId }, query: { limit: 100 } } : undefined,
  );
  const [added, setAdded] = useState<Campaign>();
  const campaign = of ?? added;
  const [isDirty, setDirty] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const leave = () => (isDirty || isRunning ? setAsking(true) : onClose());
  const open = known.data?.items.filter(({ archivedAt }) => archivedAt === null) ?? [];
  const [made, setMade] = useState<Campaign>();
  // Not before nothing asks whether to leave any more.
  useEffect(() => {
    if (!made) return;
    onClose();
    go(link('campaign', { pageId: made.pageId, campaignId: made.campaignId }));
  }, [made]);
  const parts = { campaign, onDirty: setDirty, onRunning: setRunning, onLeave: leave, onDone: setMade };
  return (
    <Dialog
      title={of ? `Add people to ${of.name}` : persons ? 'Make pages for these people' : 'New campaign'}
      class="dialog-campaign"
      onClose={leave}
    >
      {!given && (
        <Await
          query={{ ...pages, data: page && pages.data }}
          what="your pages"
          skeleton={<Skeleton lines={2} />}
        >
          {(all) =>
            page && (
              <WhichPage
                pages={all}
                page={page}
                onPage={(next) => {
                  setChosen(next);
                  setAdded(undefined);
                }}
                campaigns={open}
                campaign={added}
                onCampaign={setAdded}
              />
            )
          }
        </Await>
      )}
      {pages.data?.length === 0 && <Empty title="No pages yet">Create a page first.</Empty>}
      {page &&
        (persons ? (
          <FromPersons
            key={`${page.pageId} ${campaign?.campaignId}`}
            {...parts}
            page={page}
            persons={persons}
          />
        ) : (
          <FromFile key={page.pageId} {...parts} page={page} />
        ))}
      <Unsaved isDirty={isRunning} />
      {isAsking && (
        <Dialog
          title={isRunning ? 'Stop here?' : 'Close without making the pages?'}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button kind="danger" onClick={onClose}>
                {isRunning ? 'Stop and close' : 'Close'}
              </Button>
              <Button kind="main" onClick={() => setAsking(false)}>
                {isRunning ? 'Go on' : 'Stay'}
              </Button>
            </>
          }
        >
          <p>
            {isRunning
              ? 'The pages that were made stay. Add the same file to the campaign later: nobody gets two.'
              : 'What you wrote here is not kept.'}
          </p>
        </Dialog>
      )}
    </Dialog>
  );
}
