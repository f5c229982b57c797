import { getPageLink, type PageLink, updatePageLink } from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { useDomains } from '../../data/domains.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { type Match, versionOf } from '../../data/use-conditional-edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
import { LinkFields, type LinkValues, targetOf, valuesIn, valuesOf } from './link-fields.tsx';
import { TakenByLink } from './taken-by-link.tsx';

export interface EditLinkProps {
  link: PageLink;
  match: Match;
  onClose: () => void;
}

const labels: Record<keyof LinkValues, string> = {
  path: 'Path',
  tenantDomainId: 'Domain',
  pageId: 'Page',
  audienceId: 'Audience',
};

/** Only what was changed. */
const bodyOf = (values: LinkValues, before: LinkValues) => ({
  ...(values.path !== before.path && { path: values.path }),
  ...(values.tenantDomainId !== before.tenantDomainId && { tenantDomainId: values.tenantDomainId || null }),
  ...((values.pageId !== before.pageId || values.audienceId !== before.audienceId) && {
    target: targetOf(values),
  }),
});

const PageName = ({ id }: { id: string }) => <>{pageNameIn(usePagesById([id]), id)}</>;

/** A form that changes a link. */
export function EditLink({ link, match, onClose }: EditLinkProps) {
  const path = { page_link_id: link.pageLinkId };
  const domains = useDomains();
  return (
    <EditRecord<LinkValues>
      what="link"
      labels={labels}
      show={(name, text) => {
        if (name === 'pageId') return <PageName id={text} />;
        const isDomain = name === 'tenantDomainId';
        return (isDomain && domains.data?.find((known) => known.tenantDomainId === text)?.domain) || text;
      }}
      start={{ values: valuesOf(link), match }}
      read={() => versionOf(askResponse(getPageLink, { path }), valuesOf)}
      send={(values, before, headers) => ask(updatePageLink, { path, body: bodyOf(values, before), headers })}
      saved="The link was saved"
      valuesIn={valuesIn}
      onClose={onClose}
    >
      {(values, error) => (
        <>
          <LinkFields values={values} />
          <TakenByLink error={error} />
        </>
      )}
    </EditRecord>
  );
}
