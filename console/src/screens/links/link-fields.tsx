import { listAudiences, type PageLink, type PageLinkCreate } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { domainChoices, suggestedDomain, useDomains, wholeAddress } from '../../data/domains.ts';
import { pageNameIn, pageOptions, usePages, usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { SelectField, TextField } from '../../kit/field.tsx';

/** What each field is called. */
export const labels = { path: 'Path', tenantDomainId: 'Domain', pageId: 'Page', audienceId: 'Audience' };
/** The texts of the form of a link. `audienceId` is empty for the page itself. */
export type LinkValues = Record<keyof typeof labels, string>;

/** A link as texts. */
export const valuesOf = ({ path, tenantDomainId, target }: PageLink): LinkValues => ({
  path,
  tenantDomainId: tenantDomainId ?? '',
  pageId: target.pageId,
  audienceId: target.audienceId,
});

/** A link as the service takes it. */
export const bodyOf = ({ path, tenantDomainId, pageId, audienceId }: LinkValues): PageLinkCreate => ({
  path,
  tenantDomainId: tenantDomainId || null,
  target: audienceId ? { targetType: 'audience', audienceId } : { targetType: 'page', pageId },
});

/** An audience in a list to choose from. */
interface AudienceChoice {
  audienceId: string;
  name: string;
}

/** The most audiences of a page in a list to choose from. */
const audiencesOffered = 300;

/** The audiences of a page that a link can lead to: those that are not archived. */
async function audienceChoices(pageId: string, signal: AbortSignal): Promise<AudienceChoice[]> {
  const choices: AudienceChoice[] = [];
  for (let cursor: string | undefined; choices.length < audiencesOffered; ) {
    const list = await ask(listAudiences, {
      path: { page_id: pageId },
      query: { limit: 100, ...(cursor && { cursor }) },
      signal,
    });
    for (const { audienceId, effectiveName, status } of list.items)
      if (status !== 'archived') choices.push({ audienceId, name: effectiveName });
    if (!list.hasMore || !list.nextCursor) break;
    cursor = list.nextCursor;
  }
  return choices;
}

/** The fields of a link, in a form: its address, and where it leads. */
export function LinkFields({ values }: { values: Partial<LinkValues> }) {
  const domains = useDomains();
  const pages = usePages();
  const ofLink = usePagesById(values.pageId ? [values.pageId] : undefined);
  const [path, setPath] = useState(values.path ?? '');
  const [chosenDomain, setDomain] = useState(values.tenantDomainId);
  const [pageId, setPageId] = useState(values.pageId);
  // The page of the link may be older than those to choose from.
  const isListed = !values.pageId || pages.data?.some((page) => page.pageId === values.pageId);
  const chosen = pageId ?? pages.data?.[0]?.pageId ?? '';
  const audiences = useQuery(chosen ? ['audience-choices', chosen] : undefined, (signal) =>
    audienceChoices(chosen, signal),
  );
  const page = pages.data?.find(({ pageId: id }) => id === chosen) ?? ofLink.data?.get(chosen);
  const domainId = chosenDomain ?? suggestedDomain(page?.url, domains.data ?? []);
  const address = wholeAddress(
    { path: `/${path.trim().replace(/^\/+/, '')}`, tenantDomainId: domainId || null },
    domains.data,
    page,
  );
  const offered = audiences.isStale ? [] : (audiences.data ?? []);
  const current = chosen === values.pageId ? (values.audienceId ?? '') : '';
  const isMissing = current !== '' && !offered.some(({ audienceId }) => audienceId === current);
  return (
    <>
      <TextField
        label={labels.path}
        name="path"
        value={values.path}
        placeholder="/for/anna"
        hint={
          path.trim() ? (
            <>
              The link is <code>{address}</code>
            </>
          ) : (
            'What follows the domain. Upper and lower case differ.'
          )
        }
        onInput={setPath}
      />
      <SelectField
        label={labels.tenantDomainId}
        name="tenantDomainId"
        value={domainId}
        onChange={setDomain}
        options={domainChoices(domains.data ?? [], page?.url)}
      />
      <SelectField
        label={labels.pageId}
        name="pageId"
        value={chosen}
        onChange={setPageId}
        path={['target.pageId', 'target']}
        options={[
          ...(isListed
            ? []
            : [{ value: values.pageId ?? '', label: pageNameIn(ofLink, values.pageId ?? '') }]),
          ...pageOptions(pages.data),
        ]}
      />
      {offered.length >= audiencesOffered ? (
        <TextField
          key={chosen}
          label={labels.audienceId}
          name="audienceId"
          value={current}
          placeholder="audience_…"
          hint="The id of an audience of this page. Empty: the page as it is for everyone."
          path="target.audienceId"
        />
      ) : (
        <SelectField
          key={`${chosen}${offered.length}`}
          label={labels.audienceId}
          name="audienceId"
          value={current}
          hint="Whose content the visitor sees."
          path="target.audienceId"
          options={[
            { value: '', label: 'Everyone: the page as it is' },
            ...(isMissing ? [{ value: current, label: current }] : []),
            ...offered.map(({ audienceId, name }) => ({ value: audienceId, label: name })),
          ]}
        />
      )}
    </>
  );
}
