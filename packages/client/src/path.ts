/** What the path of a URL cannot have as a segment: a server would see another path, or none of this segment. */
const notSegments = ['', '.', '..'];

/**
 * Throws a TypeError when a parameter of an operation's path is missing, or is not a segment of a path. Encoding makes
 * every other text a segment, but keeps dots: with the id `..`, the request would go to another operation.
 */
export function checkPath(url: string, path: Record<string, unknown> = {}): void {
  for (const [, name = ''] of url.matchAll(/\{(\w+)\}/g)) {
    const value = path[name];
    if (value === undefined || value === null) throw new TypeError(`path.${name} is missing`);
    if (notSegments.includes(String(value))) {
      throw new TypeError(`path.${name} must be an id, and is ${JSON.stringify(value)}`);
    }
  }
}
