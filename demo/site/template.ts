import type { PageLinkResolution } from '#footfall/client';
import { localised, type SiteApi } from './resolve.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** What stands for a placeholder: a text, or the items of a list. */
type Values = Record<string, string | string[]>;

/**
 * Replaces `{{name}}` by values, which are escaped for text and attributes. An attribute that becomes empty is
 * removed. An `<li>` that has nothing but a list is there for each of its items.
 */
export function fill(template: string, values: Values): string {
  const textOf = (name: string) => [values[name] ?? ''].flat().join(' ');
  const itemsOf = (name: string) => [values[name] ?? []].flat().map((item) => `<li>${escapeHtml(item)}</li>`);
  return template
    .replace(/ [a-z-]+="\{\{(\w+)\}\}"/g, (attribute, name: string) => (textOf(name) === '' ? '' : attribute))
    .replace(/<li>\{\{(\w+)\}\}<\/li>|\{\{(\w+)\}\}/g, (_, list: string | undefined, name: string) =>
      list === undefined ? escapeHtml(textOf(name)) : itemsOf(list).join(''),
    );
}

/** The texts and lists among the fields of a page. */
const textsOf = ({ fields }: PageLinkResolution['content']): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' || Array.isArray(value) ? [[name, value]] : [],
    ),
  );

/** The values of the placeholders in a page. */
export const valuesOf = (shown: PageLinkResolution, { address, websiteKey }: SiteApi): Values => ({
  // A version that was published before its page had fields has none of them.
  hero: shown.content.metadata.title,
  button: 'Show me',
  ...textsOf(shown.content),
  origin: address,
  key: websiteKey,
  page: shown.pageId,
  audience: shown.audienceId ?? '',
  version: shown.versionId ?? '',
  experiment: shown.experiment?.experimentId ?? '',
  unit: shown.experiment?.unit ?? '',
  title: shown.content.metadata.title,
  description: shown.content.metadata.description,
  action: localised(shown.content.actionUrl ?? '#form'),
  shown:
    shown.audienceId === null
      ? 'what everyone sees'
      : `${shown.audienceId}, ${shown.versionId ?? 'the draft'}`,
});
