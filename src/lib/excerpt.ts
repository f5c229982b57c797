/** The start of a text that a client sent, of at most `longest` characters, `…` behind one that is cut. */
export function excerpt(text: string, longest = 200): string {
  return (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`).toWellFormed();
}
