/** The first `longest` characters of a text from a client, with `…` at the end if it was cut. */
export function excerpt(text: string, longest = 200): string {
  return (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`).toWellFormed();
}
