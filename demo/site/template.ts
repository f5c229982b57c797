import { localised, type Shown, type SiteApi } from './resolve.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/**
 * Replaces `{{name}}` by values, which are escaped for text and attributes. An attribute that becomes empty is
 * removed.
 */
export function fill(template: string, values: Record<string, string>): string {
  return template
    .replace(/ [a-z-]+="\{\{(\w+)\}\}"/g, (attribute, name: string) => (values[name] === '' ? '' : attribute))
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}

/** The values of the placeholders in a page. */
export const valuesOf = (shown: Shown, { address, collectKey }: SiteApi): Record<string, string> => ({
  origin: address,
  key: collectKey,
  page: shown.pageId,
  audience: shown.audienceId ?? '',
  title: shown.content.metadata.title,
  description: shown.content.metadata.description,
  action: localised(shown.content.actionUrl ?? '#form'),
  shown:
    shown.audienceId === null ? 'what everyone sees' : `${shown.audienceId}, version ${shown.versionNumber}`,
});
