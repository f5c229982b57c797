import scalar from '@scalar/fastify-api-reference';

interface Route {
  url: string;
  handler: (request: unknown, reply: Reply) => unknown;
}
interface Reply {
  header: (name: string, value: string) => Reply;
  send: (text: string) => unknown;
}

/** What Scalar shows in an empty field for a key. It looks like a key, and is none. */
const placeholder = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';

/**
 * Scalar's script for browsers. The package for Fastify has it without the 270 packages that its source needs, and
 * serves it as js/scalar.js. So we take it from that route.
 */
export function scalarScript(): string {
  const routes: Route[] = [];
  const fastify = { route: (route: Route) => routes.push(route), hasPlugin: () => false };
  scalar(fastify as never, { configuration: { url: '/openapi.json' } }, () => {});
  let script = '';
  const reply: Reply = {
    header: () => reply,
    send: (text) => {
      script = text;
    },
  };
  routes.find(({ url }) => url.endsWith('/js/scalar.js'))?.handler({}, reply);
  if (!script.includes('createApiReference')) throw new Error('the package has no script of Scalar');
  if (!script.includes(placeholder)) throw new Error('the fields for a key have another placeholder');
  // The package has no source map.
  return script.replaceAll(placeholder, 'Your API key').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}
