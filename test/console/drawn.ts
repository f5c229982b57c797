import { type ComponentChildren, isValidElement } from 'preact';

/** What a component without hooks draws: its text, and where its links lead, in their order. */
export interface Drawn {
  text: string;
  hrefs: string[];
}

/** Draws components that have no hooks, without a document. */
export function drawn(node: ComponentChildren): Drawn {
  if (Array.isArray(node)) {
    const parts = node.map((part) => drawn(part as ComponentChildren));
    return { text: parts.map(({ text }) => text).join(''), hrefs: parts.flatMap(({ hrefs }) => hrefs) };
  }
  if (!isValidElement(node))
    return { text: node === null || typeof node === 'boolean' ? '' : String(node ?? ''), hrefs: [] };
  const { type, props } = node as { type: unknown; props: { children?: ComponentChildren; href?: string } };
  if (typeof type === 'function') return drawn((type as (of: object) => ComponentChildren)(props));
  const { text, hrefs } = drawn(props.children);
  return { text, hrefs: props.href === undefined ? hrefs : [props.href, ...hrefs] };
}
