import { createPreview, type Page, type Website } from '@footfall/client';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { originOf, useWebsites } from '../../data/websites.ts';
import { Button } from '../../kit/button.tsx';
import { Failed } from '../../kit/states.tsx';
import { type AudiencePath, pathOf } from './data.ts';
import { frameDocument, framedAddress, type Outcome, type Shown } from './frame-message.ts';
import { isLocal, NotOnWebsite, OpenDraft, useDraftAddresses, withToken } from './preview.tsx';
import type { PartProps } from './screen.ts';

/**
 * The address to show beside the words, of those where the website shows them: of an allowed website that a frame of the
 * console may load, first of the page's own.
 */
export function addressInFrame(
  addresses: readonly string[],
  websites: readonly Pick<Website, 'origin'>[],
  { url }: Pick<Page, 'url'>,
  own: string,
): string | undefined {
  const may = addresses.filter((address) => {
    const origin = framedAddress(address, own)?.origin;
    return (
      origin !== undefined &&
      websites.some((website) => website.origin === origin) &&
      // Browsers load no http: beside https:, but of the reader's own machine.
      (new URL(own).protocol === 'http:' || origin.startsWith('https:') || isLocal(origin))
    );
  });
  return may.find((address) => originOf(address) === originOf(url)) ?? may[0];
}

/** The windows in which a page is shown, in pixels. */
const windows = {
  Desktop: { width: 1280, height: 880 },
  Phone: { width: 390, height: 780 },
};
type WindowName = keyof typeof windows;

/**
 * No token: the website shows what every visitor gets, and its visit is not counted, as that of each address with this
 * parameter.
 */
const live = 'live';

/** What is shown: an address with its token. */
interface Picture extends Shown {
  of: 'now' | 'draft';
}

interface FrameProps {
  address: string;
  name: WindowName;
  onRefused: () => void;
}

/** A page as a picture: it can be looked at, and has neither the pointer nor the keyboard. */
function Frame({ address, name, onRefused }: FrameProps) {
  const { width, height } = windows[name];
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setScale((entry?.contentRect.width ?? 0) / width));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<Outcome>) => {
      if (source === frame.current?.contentWindow && origin === location.origin && data === 'refused')
        onRefused();
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  });
  return (
    <div ref={box} class="picture-window" style={{ aspectRatio: `${width} / ${height}` }}>
      <iframe
        ref={frame}
        inert
        title="The page on the website"
        src={frameDocument}
        referrerpolicy="no-referrer"
        style={{ width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` }}
        onLoad={({ currentTarget }) =>
          currentTarget.contentWindow?.postMessage({ address } satisfies Shown, location.origin)
        }
      />
    </div>
  );
}

/** A few choices beside each other, that no address has. */
function Switch<Name extends string>({
  label,
  names,
  chosen,
  onChoose,
}: {
  label: string;
  names: readonly Name[];
  chosen: Name;
  onChoose: (name: Name) => void;
}) {
  return (
    <fieldset class="choice box" aria-label={label}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The address of the draft, with a token that was made for it. */
async function draftAddress(path: AudiencePath, address: string): Promise<string> {
  const { token } = await ask(createPreview, { path, body: {} });
  return withToken(address, token);
}

/** A true picture of the website: what a visitor gets now, or the draft that is saved, loaded on a click. */
export function OnWebsite({ screen, hasNext }: PartProps & { hasNext: boolean }) {
  const { loaded, tests, mayEdit, draft } = screen;
  const { audience, page } = loaded;
  const addresses = useDraftAddresses(screen);
  const websites = useWebsites();
  const [name, setName] = useState<WindowName>('Desktop');
  const [wanted, want] = useState<Picture['of']>('now');
  const [picture, setPicture] = useState<Picture>();
  const [isRefused, setRefused] = useState(false);
  const [error, setError] = useState<unknown>();
  const isDraft = wanted === 'draft' && hasNext && mayEdit;
  const of = isDraft ? 'draft' : 'now';
  const address =
    addresses && websites.data && addressInFrame(addresses, websites.data, page, location.origin);
  const [any] = addresses ?? [];
  const version = audience.archivedAt === null ? audience.publishedVersion : null;
  const show = (which: Picture['of']) => {
    want(which);
    setRefused(false);
    setError(undefined);
    if (!address) return;
    if (which === 'now') setPicture({ of: 'now', address: withToken(address, live) });
    else
      draftAddress(pathOf(loaded), address).then(
        (withDraft) => setPicture({ of: 'draft', address: withDraft }),
        setError,
      );
  };
  const isShown = picture !== undefined && picture.of === of && address !== undefined;
  const part = useRef<HTMLElement>(null);
  // The button that was pressed is gone.
  useLayoutEffect(() => {
    if (isShown && document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  }, [isShown]);
  const words = isDraft
    ? `The draft${draft.isDirty ? ' as it was saved' : ''}: whoever has its address sees it for an hour.`
    : `${version ? `Version ${version.versionNumber} of this audience.` : 'The page, as everyone gets it.'}${tests?.running ? ' While the test runs, some visitors get another version of it instead.' : ''} Websites may cache it for up to a minute.`;
  return (
    <section class="on-website" aria-labelledby="audience-website" ref={part} tabIndex={-1}>
      <div class="row">
        <h2 id="audience-website" class="grow">
          On your website
        </h2>
        {hasNext && mayEdit && (
          <Switch
            label="Which content"
            names={['Now', 'Draft']}
            chosen={isDraft ? 'Draft' : 'Now'}
            onChoose={(chosen) => {
              const which = chosen === 'Now' ? 'now' : 'draft';
              if (picture) show(which);
              else want(which);
            }}
          />
        )}
      </div>
      <div class={`picture picture-${name.toLowerCase()} box`}>
        {isShown ? (
          <Frame
            key={`${picture.address} ${name}`}
            address={picture.address}
            name={name}
            onRefused={() => setRefused(true)}
          />
        ) : (
          <div class="picture-empty stack-2">
            {address ? (
              <>
                <Button onClick={() => show(of)}>Show the page</Button>
                <p class="muted small">{new URL(address).host} is loaded. It counts as no visit.</p>
              </>
            ) : (
              addresses &&
              (any ? (
                <p class="muted small">Only allowed websites are shown here.</p>
              ) : (
                <NotOnWebsite screen={screen} />
              ))
            )}
          </div>
        )}
      </div>
      <div class="row after">
        <Switch
          label="Window"
          names={Object.keys(windows) as WindowName[]}
          chosen={name}
          onChoose={setName}
        />
        {isDraft ? (
          <OpenDraft screen={screen} />
        ) : (
          any && (
            <a class="button" href={withToken(address ?? any, live)} target="_blank" rel="noreferrer">
              Open in a new tab
            </a>
          )
        )}
      </div>
      <p class="note muted after">
        {words}
        {isShown &&
          (isRefused
            ? ' The page leads to another website, which is not shown here.'
            : ' Without its scripts; a website that allows no frames stays empty.')}
      </p>
      {error !== undefined && <Failed error={error} />}
    </section>
  );
}
