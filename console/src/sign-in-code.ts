// Imported first, before anything reads the address.
const [, code] = /^#sign-in=([\w-]+)$/.exec(location.hash) ?? [];
if (code) history.replaceState(null, '', `${location.pathname}${location.search}`);

/** The one-time code of the link that opened the console. It is out of the address already. */
export const signInCode: string | undefined = code;
