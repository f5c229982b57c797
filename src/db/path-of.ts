/** SQL for the text before the first `mark`. */
const before = (text: string, mark: string) =>
  `substr(${text}, 1, instr(${text} || '${mark}', '${mark}') - 1)`;

/** SQL for the path of an absolute web URL, without query and fragment. Null for null. */
export function pathOf(url: string): string {
  const bare = before(before(url, '#'), '?');
  // The host begins at the eighth or ninth character, so the next slash begins the path.
  const path = `substr(${bare}, 8 + instr(substr(${bare}, 9) || '/', '/'))`;
  return `iif(${url} is null, null, coalesce(nullif(${path}, ''), '/'))`;
}
