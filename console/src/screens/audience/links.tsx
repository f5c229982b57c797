import { createPageLink, type PageLink, type TenantDomain } from '@footfall/client';
import { useRef, useState } from 'preact/hooks';
import { type LinkVisits, linkVisitsWords } from '../../analytics/link-visits.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { ask, useMutation } from '../../data/api.ts';
import { domainChoices, noDomain, suggestedDomain } from '../../data/domains.ts';
import { safeUrl } from '../../data/websites.ts';
import { Button, CopyButton, Icon } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { Await, Empty, ListFooter, Skeleton } from '../../kit/states.tsx';
import { toast } from '../../lib/toasts.ts';
import { open } from '../../nav/router.ts';
import type { Loaded } from './data.ts';
import type { PartProps } from './screen.ts';

interface NewLinkProps {
  loaded: Loaded;
  domains: TenantDomain[];
  onClose: () => void;
}

function NewLink({ loaded: { audience, page }, domains, onClose }: NewLinkProps) {
  const { audienceId, personRouteKey } = audience;
  const [domain, setDomain] = useState(suggestedDomain(page.url, domains));
  const create = useMutation(
    ({ path = '' }: Record<string, string>) =>
      ask(createPageLink, {
        body: { path, tenantDomainId: domain || null, target: { targetType: 'audience', audienceId } },
      }),
    {
      onDone: () => {
        toast('The link was created');
        onClose();
      },
    },
  );
  return (
    <Form submit="Create the link" focusFirst of={create} onSubmit={create.run} onCancel={onClose}>
      <SelectField
        label="Domain"
        name="domain"
        value={domain}
        onChange={setDomain}
        path="tenantDomainId"
        options={domainChoices(domains, page.url)}
      />
      <TextField label="Path" name="path" value={personRouteKey ? `/for/${personRouteKey}` : ''} required />
    </Form>
  );
}

interface LinkRowProps {
  link: PageLink;
  address: string;
  /** Undefined while they are not known. */
  visits: LinkVisits | undefined;
}

/** A link in one row: where it is, what it brought, to copy and to open. */
function LinkRow({ link: { pageLinkId, tenantDomainId, path }, address, visits }: LinkRowProps) {
  const url = safeUrl(address);
  return (
    <li>
      <div class="grow link-address">
        <a href={open(pageLinkId)}>{address}</a>{' '}
        {tenantDomainId === null && <span class="badge">{noDomain}</span>}
        {visits && <p class="note muted">{linkVisitsWords(visits)}</p>}
      </div>
      {url && (
        <a class="icon-button" href={url} target="_blank" rel="noreferrer" aria-label={`Visit ${path}`}>
          <Icon name="external" />
        </a>
      )}
      <CopyButton text={address} what={url ? 'link' : 'path'} />
    </li>
  );
}

/** The links of an audience, with a form that makes one. */
export function Links({ screen: { loaded, links, mayEdit } }: PartProps) {
  const { list, domains, addressOf, visitsOf } = links;
  const [isNew, setNew] = useState(false);
  const button = useRef<HTMLParagraphElement>(null);
  const close = () => {
    setNew(false);
    requestAnimationFrame(() => button.current?.querySelector('button')?.focus());
  };
  const range = useRange();
  return (
    <section aria-labelledby="audience-links">
      <h2 id="audience-links">Links</h2>
      <Await query={{ ...list, data: list.items }} what="the links" skeleton={<Skeleton lines={2} />}>
        {(items) => (
          <>
            {items.length > 0 && (
              <ul class="feed">
                {items.map((link) => (
                  <LinkRow
                    key={link.pageLinkId}
                    link={link}
                    address={addressOf(link)}
                    visits={visitsOf(link)}
                  />
                ))}
              </ul>
            )}
            {items.length > 0 && (
              <p class="note muted">
                Visits by each link, {range.words}
                {items.length > 1 && ', most first'}.
              </p>
            )}
            <ListFooter list={list} />
            {items.length === 0 && !isNew && (
              <Empty title="No link leads here yet">Without a link no visitor gets this content.</Empty>
            )}
            {mayEdit &&
              (isNew && domains ? (
                <NewLink loaded={loaded} domains={domains} onClose={close} />
              ) : (
                <p ref={button} class="after">
                  <Button onClick={() => setNew(true)}>New link</Button>
                </p>
              ))}
          </>
        )}
      </Await>
    </section>
  );
}
