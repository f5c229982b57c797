import { type Field, fill, fillHead } from './fill.ts';

// words.js: fills a page of a website where nothing else of its own can run. The page is hidden by a style of its own,
// which ends after 300 ms, whether this file comes or not. So what is late is not shown, and nothing flashes.

const { src, dataset } = document.currentScript as HTMLScriptElement;
const root = document.documentElement;

/** What the service answers. */
interface Answer {
  pageId: string;
  audienceId: string | null;
  versionId: string | null;
  experiment?: { experimentId: string; unit: string | null } | null;
  content: {
    title?: string;
    url?: string;
    fields?: Record<string, Field>;
    metadata: Record<string, unknown>;
  };
}

const { origin, pathname, search } = location;
const preview = new URLSearchParams(search).get('footfall_preview');
/** Parameters that say where a visitor comes from, and not what they see. */
const passing = /[?&](utm_|footfall_preview=|\w*clid=)[^&]*/g;
const { key = '', visitor = '' } = dataset;
const query = new URLSearchParams({
  url: origin + pathname + search.replace(passing, '').replace(/^&/, '?'),
  ...(preview && { preview }),
  // The service refuses what cannot be an id (`longestVisitor`). A version is then drawn, as of a visitor who is not known.
  ...(/^\P{Cc}{1,200}$/u.test(visitor) && { visitor }),
});

/** Whether an element has all that its page has for it. */
const isWhole = (element: Node | null): boolean =>
  document.readyState !== 'loading' ||
  (element !== null && (element.nextSibling !== null || isWhole(element.parentNode)));

/** Fills what is there, and what is parsed from now on before it is painted. */
function show({ content }: Answer): void {
  const { fields = {} } = content;
  const filled = new Set<Element>();
  const fillAll = () => {
    for (const element of document.querySelectorAll('[data-footfall]')) {
      if (filled.has(element) || !isWhole(element)) continue;
      filled.add(element);
      const name = element.getAttribute('data-footfall') as string;
      if (Object.hasOwn(fields, name)) fill(element, fields[name]);
    }
  };
  const observer = new MutationObserver(fillAll);
  const end = () => {
    observer.disconnect();
    fillHead(content, Boolean(preview));
    fillAll();
  };
  fillAll();
  observer.observe(document, { childList: true, subtree: true });
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', end);
  else end();
}

/** Lets the tracker run: for the audience whose words are shown, or for the page as it is. */
function measure(shown: Record<string, unknown>): void {
  const script = document.createElement('script');
  script.src = new URL('visit.js', src).href;
  Object.assign(script.dataset, dataset);
  for (const name of ['page', 'audience', 'version', 'experiment', 'unit']) {
    const id = shown[`${name}Id`] ?? shown[name];
    if (id) script.dataset[name] = id as string;
  }
  document.head.append(script);
}

/** Ends the hiding. The style is important, so that no style of the page for those who want no motion ends it before. */
const reveal = () => root.style.setProperty('animation', 'none', 'important');

async function run() {
  const response = await fetch(new URL(`v0/page_links/resolve?${query}`, src), {
    headers: { 'x-api-key': key },
  });
  if (!response.ok) return;
  const answer: Answer = await response.json();
  // Whoever opened a preview waits for it.
  const isShown = preview !== null || getComputedStyle(root).visibility === 'hidden';
  if (isShown) show(answer);
  reveal();
  if (!preview) measure(isShown ? { ...answer, ...answer.experiment } : { pageId: answer.pageId });
}

run().then(reveal, reveal);
