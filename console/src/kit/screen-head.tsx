import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useHeading } from '../nav/focus.ts';
import { lazy } from './lazy.tsx';

/** What developers need of a record, behind three dots: few ask for it, so it is loaded later. */
export const More = lazy(() => import('./more.tsx').then((of) => of.More), <span class="icon-button" />);
interface ScreenHeadProps {
  title: string;
  /** The question that the screen answers. */
  question?: ComponentChildren;
  /** The record that the screen shows: what it is, and its id. */
  of?: { what: string; id: string };
  /** Buttons at the right, such as one that creates. */
  children?: ComponentChildren;
}

/** The heading of a screen, which is also the title of the document. It has the focus after a change of screen. */
export function ScreenHead({ title, question, of, children }: ScreenHeadProps) {
  const heading = useHeading();
  useEffect(() => {
    document.title = `${title} · Footfall`;
  }, [title]);
  return (
    <div class="screen-head wrap">
      <div>
        <div class="heading">
          <h1 {...heading}>{title}</h1>
          {of && <More {...of} />}
        </div>
        {question && <p class="muted">{question}</p>}
      </div>
      {children && <div class="row">{children}</div>}
    </div>
  );
}
