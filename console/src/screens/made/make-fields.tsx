import type { Page, TenantDomain } from '@footfall/client';
import { domainChoices, suggestedDomain } from '../../data/domains.ts';
import { pageOptions } from '../../data/pages.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { SelectField, TextField, useFieldErrors } from '../../kit/field.tsx';
import { mainFields, type WordField } from '../audience/fields.ts';
import { pageWords } from '../audience/words.ts';

/** The words that are asked for first; the others unfold. */
const firstIds: string[] = ['title', 'supplementaryContext'];
const firstFields = mainFields.filter(({ id }) => firstIds.includes(id));
const otherFields = mainFields.filter(({ id }) => !firstIds.includes(id));

export interface WordFieldsProps {
  pages: Page[];
  page: Page;
  onPage: (pageId: string) => void;
}

/** Which page it is, and what is different on it for the person. */
export function WordFields({ pages, page, onPage }: WordFieldsProps) {
  const inherited = pageWords(page);
  const errors = useFieldErrors();
  const field = ({ id, label, hint, lines, path }: WordField) => (
    <TextField
      key={id}
      name={id}
      label={label}
      path={path}
      {...(hint && {
        hint: id === 'supplementaryContext' ? 'What the website should know about them.' : hint,
      })}
      {...(lines && { lines: Math.min(lines, 3) })}
      {...(inherited[id] && { placeholder: inherited[id].slice(0, 300) })}
    />
  );
  return (
    <>
      <SelectField
        label="Page"
        name="page"
        value={page.pageId}
        options={pageOptions(pages)}
        onChange={onPage}
      />
      {firstFields.map(field)}
      <details open={otherFields.some(({ path }) => errors.has(path)) || undefined}>
        <summary>Description and button</summary>
        {otherFields.map(field)}
      </details>
    </>
  );
}

export interface LinkFieldsProps {
  /** The path that is offered. */
  suggestion: string;
  domains: TenantDomain[];
  /** The page, whose website has the links without a domain. */
  page: Page;
}

/** The address that the person gets. */
export const LinkFields = ({ suggestion, domains, page }: LinkFieldsProps) => (
  <>
    {/* What is offered changes with the page, until the reader writes another path. */}
    <TextField label="Path of the link" name="path" value={suggestion} />
    <SelectField
      label="Domain"
      name="tenantDomainId"
      value={suggestedDomain(page.url, domains)}
      options={domainChoices(domains, page.url)}
    />
  </>
);

/** Offers to publish. */
export const PublishField = () => (
  <CheckField
    name="publish"
    label="Publish the content at once"
    hint="Otherwise the content is a draft, and the link shows the page."
    isChecked
  />
);
