import type { PageLinkResolution } from '#footfall/client';

/** The parameter of an address that has the token of a preview. The console adds it. */
export const previewParameter = 'footfall_preview';

/** The minutes until a time, at least one. */
const minutesTo = (time: string | null): number =>
  Math.max(1, Math.round((Date.parse(time ?? '') - Date.now()) / 60_000));

/** The value of the parameter with which the console shows what every visitor gets. */
const live = 'live';

/**
 * A page for whoever opened a preview: it says so, and is neither measured nor found by search engines. Where the
 * preview has ended, the words are those of everybody, and the page says that.
 */
export function withPreview(html: string, preview: PageLinkResolution['preview'], token = ''): string {
  if (!preview) return html;
  const page = html
    .replace(/^.*\/visit\.js".*\n/m, '')
    .replace('<meta charset', '<meta name="robots" content="noindex">\n    $&');
  if (token === live) return page;
  const isShown = preview.status === 'shown';
  const text = isShown
    ? `This is a draft. Visitors do not see it. The preview ends in ${minutesTo(preview.expiresAt)} min.`
    : preview.status === 'ended'
      ? 'This preview has ended. You see what visitors see.'
      : 'This preview is not known here. You see what visitors see.';
  return page.replace('<a class="skip"', `<p class="preview-bar" role="status">${text}</p>\n    $&`);
}
