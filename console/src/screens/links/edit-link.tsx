import { getPageLink, type PageLink, updatePageLink } from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { useDomains } from '../../data/domains.ts';
import { versionOf } from '../../data/edit.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { TakenBy } from '../../kit/form.tsx';
import { bodyOf, LinkFields, type LinkValues, valuesIn, valuesOf } from './link-fields.tsx';

const labels: Record<keyof LinkValues, string> = {
  path: 'Path',
  tenantDomainId: 'Domain',
  pageId: 'Page',
  audienceId: 'Audience',
};

const PageName = ({ id }: { id: string }) => <>{pageNameIn(usePagesById([id]), id)}</>;

/** A form that changes a link. */
export function EditLink({ data: link, match, onClose }: Editing<PageLink>) {
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
      valuesIn={valuesIn}
      bodyOf={bodyOf}
      send={(body, headers) => ask(updatePageLink, { path, body, headers })}
      onClose={onClose}
    >
      {(values, error) => (
        <>
          <LinkFields values={values} />
          <TakenBy error={error} code="path_taken" label="Open the link that has this path" />
        </>
      )}
    </EditRecord>
  );
}
