/** The origins that `npm start` takes visits from: those of wrangler.toml, and the demo website on a port. */
export const visitOrigins = (declared: unknown, sitePort: number | undefined): string =>
  [declared, ...['127.0.0.1', 'localhost'].map((host) => sitePort && `http://${host}:${sitePort}`)]
    .filter((origins) => typeof origins === 'string' && origins !== '')
    .join(' ');
