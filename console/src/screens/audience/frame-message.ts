/** The document that frames a website, beside the console's: docs/decisions/0021-websites-in-a-frame.md. */
export const frameDocument = 'frame';

/** What the console tells that document: which page of a website it shows. */
export interface Shown {
  address: string;
}

/** What it answers: the page is there, or the browser refused an address that is not of this website. */
export type Outcome = 'loaded' | 'refused';

/**
 * The address of a page that may be in a frame: of an origin that is not the console's own, because a page in the frame
 * has its origin. Undefined for any other.
 */
export function framedAddress(address: unknown, own: string): URL | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.origin !== own ? url : undefined;
}
