/** Records of the demo data that addresses name. */
export interface DemoIds {
  accountId: string;
  pageId: string;
  /** Of the page, with a live version and a draft. */
  audienceId: string;
  personId: string;
}

/** An address of the console that is looked at: by axe in both themes, at 360 px, and by npm run screenshots. */
export interface ConsoleAddress {
  /** The name of the screenshot. */
  name: string;
  /** The fragment. */
  at: (of: DemoIds) => string;
  /** The heading that is there when the screen is. */
  heading: string;
}

/** Every screen of the console, and every record that opens at the side. */
export const consoleAddresses: ConsoleAddress[] = [
  { name: 'overview', at: () => '#/', heading: 'Overview' },
  { name: 'accounts', at: () => '#/accounts', heading: 'Accounts' },
  { name: 'account', at: ({ accountId }) => `#/accounts?open=${accountId}`, heading: 'Accounts' },
  { name: 'audiences', at: ({ pageId }) => `#/pages/${pageId}/audiences`, heading: 'Audiences' },
  {
    name: 'audience',
    at: ({ pageId, audienceId }) => `#/pages/${pageId}/audiences/${audienceId}`,
    heading: 'Logistics',
  },
  {
    name: 'audience-edit',
    at: ({ pageId, audienceId }) => `#/pages/${pageId}/audiences/${audienceId}?edit=1`,
    heading: 'Logistics',
  },
];

/** Finds the records in a service with demo data. */
export async function demoIds(address: string, key: string): Promise<DemoIds> {
  const first = async (
    route: string,
    name: string,
    is: (item: Record<string, string>) => boolean = () => true,
  ): Promise<string> => {
    const response = await fetch(`${address}/v0/${route}`, { headers: { 'x-api-key': key } });
    const { items } = (await response.json()) as { items: Record<string, string>[] };
    const id = items.findLast(is)?.[name];
    if (!id) throw new Error(`${route} answers no ${name}`);
    return id;
  };
  const [accountId, pageId, personId] = await Promise.all([
    first('accounts?limit=100', 'accountId'),
    first('pages?limit=1', 'pageId'),
    first('persons/search?query=zoe', 'personId'),
  ]);
  const audienceId = await first(
    `pages/${pageId}/audiences?limit=100`,
    'audienceId',
    ({ effectiveName }) => effectiveName === 'Logistics',
  );
  return { accountId, pageId, audienceId, personId };
}
