import { framedAddress, type Outcome, type Shown } from './frame-message.ts';

// The script of /console/frame, which shows one page of a website to the console that has it in a frame.

const tell = (outcome: Outcome): void => parent.postMessage(outcome, location.origin);

/** Shows a page. From then on the document frames no other origin, wherever the page leads. */
function show(url: URL): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `frame-src ${url.origin}`;
  document.head.append(policy);
  document.addEventListener('securitypolicyviolation', () => tell('refused'));
  const frame = document.createElement('iframe');
  // None of its scripts run: one could take the focus, and so what is typed in the console, even from a frame that is inert.
  // It has its own origin, for the fonts and the cookies that the website needs.
  frame.sandbox.add('allow-same-origin');
  frame.referrerPolicy = 'no-referrer';
  frame.title = 'The page';
  frame.inert = true;
  Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' });
  frame.addEventListener('load', () => tell('loaded'));
  frame.src = url.href;
  document.body.append(frame);
}

/** Takes the first page that the console names, and nothing from anybody else. */
function take({ source, origin, data }: MessageEvent<Partial<Shown> | null>): void {
  if (source !== parent || parent === window || origin !== location.origin) return;
  const url = framedAddress(data?.address, location.origin);
  if (!url) return;
  removeEventListener('message', take);
  show(url);
}
addEventListener('message', take);
