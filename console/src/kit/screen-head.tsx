import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useHeading } from '../nav/focus.ts';
import { useRoute } from '../nav/router.ts';
import { screens } from '../nav/screens.ts';
import { Download, type DownloadProps } from './download.tsx';
import { ShareButton } from './share-button.tsx';

export interface ScreenHeadProps {
  title: string;
  /** The question that the screen answers. */
  question?: ComponentChildren;
  /** The rows of the screen as a file. */
  file?: DownloadProps['of'] | undefined;
  /** Controls at the right: the range, a button that creates. */
  children?: ComponentChildren;
}

/**
 * The heading of a screen, which is also the title of the document. It has the focus after a change of screen. A screen
 * with a range can be shared.
 */
export function ScreenHead({ title, question, file, children }: ScreenHeadProps) {
  const heading = useHeading();
  const { screen } = useRoute();
  const isShared = screen !== undefined && 'hasRange' in screens[screen];
  useEffect(() => {
    document.title = `${title} · Footfall`;
  }, [title]);
  return (
    <div class="screen-head wrap">
      <div>
        <div class="heading">
          <h1 {...heading}>{title}</h1>
          {isShared && <ShareButton title={title} />}
          {file && <Download what={title} of={file} />}
        </div>
        {question && <p class="muted">{question}</p>}
      </div>
      {children && <div class="row">{children}</div>}
    </div>
  );
}
