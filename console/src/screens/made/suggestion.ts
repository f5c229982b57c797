/**
 * The path that a link for a person is offered: `/for/zoe-lindqvist`, or below it the last part of the page's address if
 * the path leads elsewhere already.
 */
export function suggestedPath(slug: string, pageUrl: string, taken: Set<string>): string {
  const first = `/for/${slug}`;
  if (!taken.has(first)) return first;
  const part = URL.parse(pageUrl)?.pathname.split('/').findLast(Boolean);
  const second = `${first}/${part ?? 'home'}`;
  for (let count = 2; ; count++) {
    const path = count === 2 ? second : `${second}-${count - 1}`;
    if (!taken.has(path)) return path;
  }
}
