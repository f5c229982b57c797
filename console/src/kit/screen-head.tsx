import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useHeading } from '../nav/focus.ts';

export interface ScreenHeadProps {
  title: string;
  /** The question that the screen answers. */
  question?: ComponentChildren;
  /** Controls at the right: the range, a button that creates. */
  children?: ComponentChildren;
}

/** The heading of a screen, which is also the title of the document. It has the focus after a change of screen. */
export function ScreenHead({ title, question, children }: ScreenHeadProps) {
  const heading = useHeading();
  useEffect(() => {
    document.title = `${title} · Footfall`;
  }, [title]);
  return (
    <div class="screen-head">
      <div>
        <h1 {...heading}>{title}</h1>
        {question && <p class="muted">{question}</p>}
      </div>
      {children && <div class="row">{children}</div>}
    </div>
  );
}
