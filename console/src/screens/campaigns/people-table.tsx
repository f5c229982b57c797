import type { Campaign, CampaignRow } from '@footfall/client';
import { useEffect } from 'preact/hooks';
import type { ListState } from '../../data/list.ts';
import { refresh } from '../../data/query.ts';
import { safeUrl } from '../../data/websites.ts';
import { Ago } from '../../kit/ago.tsx';
import { CopyButton } from '../../kit/button.tsx';
import { useChoose } from '../../kit/choose.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { copyAll } from '../../lib/copy.ts';
import { number } from '../../lib/format.ts';
import { here, open } from '../../nav/router.ts';
import { isBusy, isMoving } from './data.ts';

/** What the status of somebody's words is called. */
const statusWords: Record<CampaignRow['status'], { text: string; tone: string }> = {
  published: { text: 'Live', tone: 'badge-good' },
  queued: { text: 'Going live', tone: 'badge-accent' },
  processing: { text: 'Going live', tone: 'badge-accent' },
  pending: { text: 'Going live', tone: 'badge-accent' },
  draft: { text: 'Draft', tone: '' },
  cancelled: { text: 'Cancelled', tone: 'badge-warn' },
  archived: { text: 'Archived', tone: '' },
};

const columns: Column<CampaignRow>[] = [
  column('person', 'Person', {}, ({ personName }) => personName),
  column('link', 'Link', {}, ({ url, path, isLinkDeleted }) => {
    const address = safeUrl(url);
    if (isLinkDeleted) return <span class="muted">Deleted</span>;
    return (
      <span class="row campaign-link">
        {address ? (
          <a class="cut" href={address} target="_blank" rel="noreferrer">
            <span class="not-on-phone">{address.replace(/^https?:\/\//, '')}</span>
            <span class="only-on-phone">{path}</span>
          </a>
        ) : (
          <span class="cut">{url}</span>
        )}
        <CopyButton text={url} what="link" />
      </span>
    );
  }),
  column('status', 'Page', { notOnPhone: true }, ({ status }) => {
    const { text, tone } = statusWords[status];
    return <span class={`badge ${tone}`}>{text}</span>;
  }),
  column('visits', 'Visits', { isNumber: true, hint: 'Through their link' }, ({ visits }) =>
    number(visits?.totalSessions ?? 0),
  ),
  column('conversions', 'Conversions', { isNumber: true, notOnPhone: true }, ({ visits }) =>
    number(visits?.conversionCount ?? 0),
  ),
  column('changed', 'Changed', { isNumber: true, notOnPhone: true }, ({ updatedAt }) => (
    <Ago at={updatedAt} />
  )),
];

/** How often the people are read again while pages go live, in milliseconds. */
const often = 2000;

interface PeopleProps {
  campaign: Campaign;
  list: ListState<CampaignRow>;
  /** Whether people can be added. */
  mayAdd: boolean;
}

/** The people of a campaign, with their links. */
export function People({ campaign, list, mayAdd }: PeopleProps) {
  const areMoving = list.items?.some(isMoving) ?? false;
  useEffect(() => {
    if (!areMoving && !isBusy(campaign)) return;
    const timer = setInterval(() => refresh('campaign-rows'), often);
    return () => clearInterval(timer);
  }, [areMoving, isBusy(campaign)]);
  const choose = useChoose<CampaignRow>({
    what: 'people',
    keyOf: ({ personId }) => personId,
    nameOf: ({ personName }) => personName,
    actions: [{ label: 'Copy links', run: (rows) => copyAll(rows.map(({ url }) => url)) }],
  });
  return (
    <section aria-labelledby="campaign-people">
      <h2 id="campaign-people" class="visually-hidden">
        People
      </h2>
      <TableOf
        label="People"
        of={list}
        columns={columns}
        keyOf={({ personId }) => personId}
        href={({ personId }) => open(personId)}
        choose={choose}
        lines={10}
        empty={
          <Empty title="No people yet">
            <p>The words are written. Add people from a CSV file: each gets a page and a link.</p>
            {mayAdd && (
              <p>
                <a class="button button-main" href={here({ new: 'people' })}>
                  Add people
                </a>
              </p>
            )}
          </Empty>
        }
      />
    </section>
  );
}
