import { createPageLink, type PageLinkResolution } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../api.ts';
import { safeUrl } from '../../format.ts';
import { Await } from '../../kit/await.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { useMutation } from '../../mutation.ts';
import type { QueryState } from '../../query.ts';
import { link as addressOf } from '../../router.ts';
import { toast } from '../../toasts.ts';
import { type AudienceLink, type AudienceLinks, addressOfLink } from './data.ts';

interface NewLinkProps {
  audienceId: string;
  suggestion: string;
  domains: AudienceLinks['domains'];
  onClose: () => void;
}

function NewLink({ audienceId, suggestion, domains, onClose }: NewLinkProps) {
  const [domain, setDomain] = useState(domains[0]?.tenantDomainId ?? '');
  const create = useMutation(
    ({ path = '' }: Record<string, string>) =>
      ask(createPageLink, {
        body: { path, tenantDomainId: domain || null, target: { targetType: 'audience', audienceId } },
      }),
    {
      refetch: ['audience-links', 'audience-live', 'links', 'page-links'],
      onDone: () => {
        toast('The link was created');
        onClose();
      },
    },
  );
  return (
    <Form
      submit="Create link"
      isRunning={create.isRunning}
      error={create.error}
      onSubmit={create.run}
      onCancel={onClose}
    >
      <SelectField
        label="Domain"
        name="domain"
        value={domain}
        onChange={setDomain}
        error={create.fieldError('tenantDomainId')}
        options={[
          ...domains.map((one) => ({ value: one.tenantDomainId, label: one.domain })),
          { value: '', label: 'Fallback subdomain' },
        ]}
      />
      <TextField label="Path" name="path" value={suggestion} error={create.fieldError('path')} required />
    </Form>
  );
}

/** A link in one row: where it is, to copy and to open. */
export function LinkRow({ of }: { of: AudienceLink }) {
  const address = addressOfLink(of);
  const url = safeUrl(address);
  return (
    <li>
      <span class="grow link-address">
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {address}
          </a>
        ) : (
          <>
            {address} <span class="badge">fallback subdomain</span>
          </>
        )}
      </span>
      <CopyButton text={address} what={url ? 'link' : 'path'} />
    </li>
  );
}

export interface LinksProps {
  audienceId: string;
  /** The path that a new link is offered. */
  suggestion: string;
  query: QueryState<AudienceLinks>;
  mayCreate: boolean;
}

/** The links of an audience, with a form that makes one. */
export function Links({ audienceId, suggestion, query, mayCreate }: LinksProps) {
  const [isNew, setNew] = useState(false);
  return (
    <section aria-labelledby="audience-links">
      <h2 id="audience-links">Links</h2>
      <Await query={query} skeleton={<Skeleton lines={2} />}>
        {({ links, domains, mayMiss }) => (
          <>
            {links.length > 0 && (
              <ul class="feed">
                {links.map((one) => (
                  <LinkRow key={one.pageLinkId} of={one} />
                ))}
              </ul>
            )}
            {links.length === 0 && !isNew && (
              <Empty title={mayMiss ? 'No link was found' : 'No link leads here yet'}>
                {mayMiss ? (
                  <>
                    This page has many links, and only the newest were looked at.{' '}
                    <a href={addressOf('links')}>Search in Links</a>
                  </>
                ) : (
                  'Without a link no visitor gets these words.'
                )}
              </Empty>
            )}
            {mayCreate &&
              (isNew ? (
                <NewLink {...{ audienceId, suggestion, domains }} onClose={() => setNew(false)} />
              ) : (
                <p class="after">
                  <button type="button" class="button" onClick={() => setNew(true)}>
                    New link
                  </button>
                </p>
              ))}
          </>
        )}
      </Await>
    </section>
  );
}

/** What a visitor of the link gets now, as text. */
export function Preview({ shown }: { shown: PageLinkResolution }) {
  const { content, source, versionNumber } = shown;
  const { metadata, actionUrl } = content;
  const button = safeUrl(actionUrl);
  return (
    <section aria-labelledby="audience-preview">
      <h2 id="audience-preview">What a visitor gets now</h2>
      <div class="preview">
        <p class="preview-title">{metadata.title}</p>
        {metadata.description && <p>{metadata.description}</p>}
        {actionUrl && (
          <p class="muted">
            Button leads to{' '}
            {button ? (
              <a href={button} target="_blank" rel="noreferrer">
                {actionUrl}
              </a>
            ) : (
              actionUrl
            )}
          </p>
        )}
        {content.actionFormId && <p class="muted">Form {content.actionFormId}</p>}
      </div>
      <p class="muted after">
        {source === 'audience'
          ? `Version ${versionNumber} of this audience.`
          : 'The page, as everyone gets it.'}{' '}
        Websites may keep it for a minute.
      </p>
    </section>
  );
}
