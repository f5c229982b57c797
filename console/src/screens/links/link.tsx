import { deletePageLink, getAudience, getPageLink, type PageLink, updatePageLink } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, askResponse, type Read, useAnswer, useRecord } from '../../data/api.ts';
import { deleteLater } from '../../data/deleting.ts';
import { domainOf, noDomain, useDomains, wholeAddress } from '../../data/domains.ts';
import { versionOf } from '../../data/edit.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { useScope } from '../../data/session.ts';
import { safeUrl } from '../../data/websites.ts';
import { Button, CopyButton, Icon } from '../../kit/button.tsx';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { Facts } from '../../kit/facts.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { link as addressOfScreen, go, here, noRecord, useNew } from '../../nav/router.ts';
import { HistoryFold } from '../history/history-fold.tsx';
import { bodyOf, LinkFields, labels, valuesOf } from './link-fields.tsx';
import { LinkFigures } from './link-figures.tsx';

const PageName = ({ id }: { id: string }) => <>{pageNameIn(usePagesById([id]), id)}</>;

/** A form that changes a link. */
function EditLink({ data: link, match, onClose }: Editing<PageLink>) {
  const path = { page_link_id: link.pageLinkId };
  const domains = useDomains();
  return (
    <EditRecord
      what="link"
      labels={labels}
      show={(name, text) => {
        if (name === 'pageId') return <PageName id={text} />;
        const isDomain = name === 'tenantDomainId';
        return (isDomain && domains.data?.find((known) => known.tenantDomainId === text)?.domain) || text;
      }}
      start={{ values: valuesOf(link), match }}
      read={() => versionOf(askResponse(getPageLink, { path }), valuesOf)}
      taken={{ code: 'path_taken', label: 'Open the link that has this path' }}
      bodyOf={bodyOf}
      send={(body, headers) => ask(updatePageLink, { path, body, headers })}
      onClose={onClose}
    >
      {(values) => <LinkFields values={values} />}
    </EditRecord>
  );
}

/** Its script has the code of QR codes. */
const Share = lazyDialog(() => import('./share.tsx').then((of) => of.Share));

const remove = ({ data: link, match }: Read<PageLink>): void => {
  const path = { page_link_id: link.pageLinkId };
  go(here(noRecord), { replace: true });
  deleteLater({
    id: link.pageLinkId,
    text: `${link.path} was deleted`,
    send: () => ask(deletePageLink, { path, headers: match, keepalive: true }),
  });
};

type Target = PageLink['target'];

/** The audience that a link leads to, if it leads to one. */
const useLinkAudience = ({ pageId, audienceId }: Partial<Target> = {}) =>
  useAnswer(
    'link-audience',
    getAudience,
    pageId && audienceId ? { path: { page_id: pageId, audience_id: audienceId } } : undefined,
  );

/** Whether the names in the head of a link are known, or will not be: they would move what is below. */
function useAreNamesThere(target: Target | undefined): boolean {
  const domains = useDomains();
  const pages = usePagesById(target && [target.pageId]);
  const audience = useLinkAudience(target);
  const hasPage = target !== undefined && pages.data?.has(target.pageId);
  return [domains, { ...pages, data: hasPage || undefined }, audience].every(
    ({ data, isLoading }) => data !== undefined || !isLoading,
  );
}

/** Where a link leads: an audience with its page, or a page. */
function LinkTarget({ target }: { target: Target }) {
  const { pageId, audienceId } = target;
  const pages = usePagesById([pageId]);
  const audience = useLinkAudience(target);
  const pageLink = <a href={addressOfScreen('page', { pageId })}>{pageNameIn(pages, pageId)}</a>;
  if (!audienceId) return pageLink;
  return (
    <>
      <a href={addressOfScreen('audience', { pageId, audienceId })}>
        {audience.data?.effectiveName ?? audienceId}
      </a>{' '}
      on {pageLink}
    </>
  );
}

function LinkHead(read: Read<PageLink>) {
  const { data: link } = read;
  const mayWrite = useScope('write');
  const domains = useDomains();
  const [isEditing, setEditing] = useState(false);
  const [wanted, closeNew] = useNew();
  const share = here({ new: 'share' });
  useActions([
    { title: 'Share the link: campaign, QR code', run: () => go(share) },
    ...(mayWrite
      ? [
          { title: 'Edit the link', keys: 'e', run: () => setEditing(true) },
          { title: 'Delete the link', keys: 'Delete', run: () => remove(read) },
        ]
      : []),
  ]);
  const domain = domainOf(link, domains.data);
  const page = usePagesById([link.target.pageId]).data?.get(link.target.pageId);
  const address = wholeAddress(link, domains.data, page);
  if (isEditing) return <EditLink {...read} onClose={() => setEditing(false)} />;
  return (
    <>
      <p class="record-name record-head clamp" title={address}>
        {address}
      </p>
      <div class="row record-head">
        <CopyButton text={address} what="link" label="Copy the link" isButton />
        <a class="button" href={share}>
          Share …
        </a>
        {safeUrl(address) && (
          <a class="row" href={address} target="_blank" rel="noreferrer noopener">
            Open <Icon name="external" />
          </a>
        )}
        <span class="grow" />
        {mayWrite && (
          <span class="row">
            <Button onClick={() => setEditing(true)}>Edit</Button>
            <Button kind="delete" onClick={() => remove(read)}>
              Delete
            </Button>
          </span>
        )}
      </div>
      {link.tenantDomainId === null && (
        <p class="muted record-head">
          This link has no domain: the website of its page answers for the path. Domains are in{' '}
          <a href={addressOfScreen('settings', {}, { part: 'domains' })}>Settings</a>.
        </p>
      )}
      <Facts
        facts={[
          ['Leads to', <LinkTarget key="target" target={link.target} />],
          ['Domain', domain ?? noDomain],
          ['Created', dayAndTime(link.createdAt)],
          ['Changed', link.updatedAt !== link.createdAt && dayAndTime(link.updatedAt)],
        ]}
      />
      <LinkFigures link={link} />
      <HistoryFold kind="page_link" id={link.pageLinkId} changedAt={link.updatedAt} />
      {wanted === 'share' && <Share link={link} domain={domain} onClose={closeNew} />}
    </>
  );
}

/** A link at the side: its address, where it leads, what that brought. */
export function LinkRecord({ id }: { id: string }) {
  const answer = useRecord('link', getPageLink, { path: { page_link_id: id } });
  const areNamesThere = useAreNamesThere(answer.data?.data.target);
  const shown = areNamesThere ? answer : { ...answer, data: undefined };
  return (
    <Await query={shown} what="the link" skeleton={<Skeleton lines={8} />}>
      {({ data: link, match }) =>
        link.deletedAt === null ? (
          <LinkHead data={link} match={match} />
        ) : (
          <>
            <Empty title={`${link.path} was deleted`}>
              On {dayAndTime(link.deletedAt)}. Its path is free for another link.
            </Empty>
            <HistoryFold kind="page_link" id={id} changedAt={link.deletedAt} />
          </>
        )
      }
    </Await>
  );
}
