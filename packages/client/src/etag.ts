/** The header with which a change is only made to the state that this response shows. */
export function ifMatch(response: Response): { 'If-Match': string } {
  const etag = response.headers.get('etag');
  if (etag === null) throw new TypeError('The response has no ETag');
  return { 'If-Match': etag };
}
