import { options, type VNode } from 'preact';
import { visible } from '../../../src/lib/visible.ts';

/**
 * Shows every text of the console in this way. Visitors claim names, campaigns and addresses, and one that looks like
 * another must not pass for it. What fields contain and what is copied stays as it is.
 */
export function showInvisible(): void {
  const { vnode: before } = options;
  options.vnode = (vnode) => {
    // The node of a text: it has no type, and its text in place of properties.
    const { type, props } = vnode as unknown as { type: unknown; props: unknown };
    if (type === null && typeof props === 'string') {
      (vnode as unknown as { props: string }).props = visible(props);
    }
    before?.(vnode as VNode);
  };
}
