import type { PageLink } from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../../data/pages.ts';
import { originOf } from '../../data/websites.ts';
import { Button, CopyBlock } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { QrCode } from './qr-code.tsx';

/** The fields of a campaign: their names in an address, and in words. */
const utmFields = [
  { name: 'utm_source', label: 'Source', placeholder: 'newsletter' },
  { name: 'utm_medium', label: 'Medium', placeholder: 'email' },
  { name: 'utm_campaign', label: 'Campaign', placeholder: 'spring-2027' },
  { name: 'utm_term', label: 'Term', placeholder: '' },
  { name: 'utm_content', label: 'Content', placeholder: '' },
] as const;

/** What is written in the fields of a campaign. */
type UtmValues = Partial<Record<(typeof utmFields)[number]['name'], string>>;

/** The address of a link with its campaign, as one reads it. Empty fields are omitted. */
export function sharedAddress(address: string, values: UtmValues): string {
  const used = utmFields.flatMap(({ name }) => {
    const value = values[name]?.trim();
    return value ? [[name, value]] : [];
  });
  return used.length > 0 ? `${address}?${new URLSearchParams(used)}` : address;
}

/** The name of a file for the QR code of a path. */
export const fileNameOf = (path: string): string =>
  `qr-${path.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'link'}`;

interface SharedProps {
  path: string;
  /** The website that the link is on. */
  website: string;
  /** The link has no domain: which website answers for its path is not certain. */
  isGuess: boolean;
}

function Shared({ path, website, isGuess }: SharedProps) {
  const [host, setHost] = useState(website);
  const [values, setValues] = useState<UtmValues>({});
  // It may come after the dialog has opened.
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const origin = originOf(host);
  const address = origin && sharedAddress(`${origin}${path}`, values);
  const field = ({ name, label, placeholder }: (typeof utmFields)[number]) => (
    <TextField
      key={name}
      name={name}
      label={label}
      placeholder={placeholder}
      onInput={(value) => setValues((now) => ({ ...now, [name]: value }))}
    />
  );
  return (
    <div class="stack" ref={body}>
      {isGuess && (
        <TextField
          name="website"
          label="Website"
          type="url"
          value={website}
          hint="The link has no domain. This is the website of its page: change it if another one answers for the path."
          error={origin ? undefined : 'Write an address such as https://www.example.com.'}
          onInput={setHost}
        />
      )}
      {address && <CopyBlock text={address} what="link" label="Copy the link" />}
      <fieldset class="utm-fields">
        <legend>Campaign (optional)</legend>
        {utmFields.slice(0, 3).map(field)}
        <details>
          <summary>Term and content</summary>
          {utmFields.slice(3).map(field)}
        </details>
      </fieldset>
      {address && <QrCode address={address} fileName={fileNameOf(path)} />}
    </div>
  );
}

export interface ShareProps {
  link: PageLink;
  /** The name of its domain, if it has one. */
  domain: string | undefined;
  onClose: () => void;
}

/** The whole address of a link, with a campaign and a QR code if they are wanted. */
export function Share({ link: { path, target }, domain, onClose }: ShareProps) {
  const page = usePage(domain === undefined ? target.pageId : undefined);
  return (
    <Dialog title={`Share ${path}`} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {domain === undefined ? (
        <Await query={page} skeleton={<Skeleton lines={8} />}>
          {({ url }) => <Shared path={path} website={originOf(url) ?? ''} isGuess />}
        </Await>
      ) : (
        <Shared path={path} website={`https://${domain}`} isGuess={false} />
      )}
    </Dialog>
  );
}
