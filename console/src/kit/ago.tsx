import { ago, dayAndTime } from '../lib/format.ts';

export interface AgoProps {
  at: string;
  zone?: string | undefined;
  class?: string;
  /** What stands in place of the day and the time when one points at it. */
  title?: string;
}

/** How long ago something was. */
export const Ago = ({ at, zone, class: name, title = dayAndTime(at, zone) }: AgoProps) => (
  <time class={name} dateTime={at} title={title}>
    {ago(at)}
  </time>
);

/** How long ago something was, if it was ever. */
export const AgoOrNever = ({ at }: { at: string | null }) =>
  at === null ? <span class="muted">Never</span> : <Ago at={at} />;
