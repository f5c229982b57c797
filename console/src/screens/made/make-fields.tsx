import type { Page, TenantDomain } from '@footfall/client';
import { useState } from 'preact/hooks';
import { domainChoices, suggestedDomain } from '../../data/domains.ts';
import { pageOptions } from '../../data/pages.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { SelectField, TextField, useFieldErrors } from '../../kit/field.tsx';
import { errorAt } from '../../lib/problem.ts';
import { OwnControl } from '../audience/edit-field.tsx';
import { type FixedField, mainFields, type OwnField, ownFields } from '../audience/fields.ts';
import { pageWords, textIn } from '../audience/words.ts';

/** What is asked for first, beside the fields of the page; the others unfold. */
const isFirst = (id: string, hasOwn: boolean) => id === 'supplementaryContext' || (id === 'title' && !hasOwn);

/** A field of the page, whose text is counted while it is written. */
function OwnText({ field, inherited }: { field: OwnField; inherited: string }) {
  const [value, setValue] = useState('');
  const error = errorAt(useFieldErrors(), field.path);
  return <OwnControl field={field} value={value} inherited={inherited} error={error} onInput={setValue} />;
}

export interface WordFieldsProps {
  pages: Page[];
  page: Page;
  onPage: (pageId: string) => void;
}

/** Which page it is, and what is different on it for the person. */
export function WordFields({ pages, page, onPage }: WordFieldsProps) {
  const inherited = pageWords(page);
  const errors = useFieldErrors();
  const own = ownFields(page);
  const others = mainFields.filter(({ id }) => !isFirst(id, own.length > 0));
  const field = ({ id, label, hint, lines, path }: FixedField) => (
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
      {own.map((one) => (
        <OwnText key={`${page.pageId}-${one.id}`} field={one} inherited={textIn(inherited, one.id)} />
      ))}
      {mainFields.filter(({ id }) => isFirst(id, own.length > 0)).map(field)}
      <details open={others.some(({ path }) => errors.has(path)) || undefined}>
        <summary>{own.length > 0 ? 'Title, description and button' : 'Description and button'}</summary>
        {others.map(field)}
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
