import type { Page } from 'playwright-core';
import type { Sent } from '../recorder.ts';

/** What the last beacon of a visit says. An `email` of null is a form without one, and undefined is no form. */
export type Expected = Partial<Sent> & { email?: string | null };

/** An ordinary website that does something which a tracker may stumble over. Its window is 1,000 × 720 pixels. */
export interface Site {
  name: string;
  /** What the page has before the script tag of the tracker. */
  head?: string;
  html: string;
  /** Begins the page; `''` is a page without a doctype. */
  doctype?: '';
  /** Behind the path of the page. */
  address?: string;
  referer?: string;
  /** What is behind the path when the visitor leaves. */
  left?: string;
  /** What the collector says of the beacons. */
  faults?: string[];
  act?: (page: Page) => Promise<unknown>;
  expected: Expected;
}

const tall = '<div style="height:6000px">text</div>';
const app = (main: string) => `<style>body{margin:0}#app{height:100vh;display:flex;overflow:hidden}
  nav{width:200px;overflow:auto}main{flex:1;overflow:auto}</style>
  <div id=app><nav><div style="height:3000px">links</div></nav>${main}</div>`;
const wheel = (by: number) => async (page: Page) => {
  await page.mouse.move(600, 360);
  await page.mouse.wheel(0, by);
  await page.waitForTimeout(300);
};
const email = (name = 'email') => `<input name=${name} value="ada@acme.example">`;
const none = { clicksCount: 0, hasConversion: false };
const ada = { email: 'ada@acme.example' };

export const sites: Site[] = [
  {
    name: 'a section with the id footfall',
    html: '<section id=footfall>visitors</section><button>more</button>',
    act: async (page) => {
      await page.click('button');
      await page.evaluate('footfall.conversion()');
    },
    expected: { ...none, clicksCount: 1, hasConversion: true },
  },
  {
    name: 'a frame of another website with the name footfall',
    html: '<iframe name=footfall src="data:text/html,map"></iframe><button>more</button>',
    act: (page) => page.click('button'),
    expected: { ...none, clicksCount: 1 },
  },
  {
    name: 'variables with the names of what the browser has',
    head: `<script>var URL = '/api', footfall = { visitors: 3 };
      const history = [], fetch = null, performance = 1, scrollY = 5, innerHeight = 1;</script>`,
    html: '<b id=shown></b><button onclick="shown.textContent = footfall.visitors">more</button>',
    act: async (page) => {
      await page.click('button');
      if ((await page.textContent('#shown')) !== '3') throw new Error('the variable of the page is gone');
      await page.evaluate('footfall.conversion()');
    },
    expected: { ...none, clicksCount: 1, hasConversion: true },
  },
  {
    name: 'forms and pictures with the names of properties of the document',
    head: '<title>Right title</title>',
    html: [
      ...['currentScript', 'hidden', 'title', 'referrer', 'readyState', 'scrollingElement', 'body'],
      'querySelectorAll',
    ]
      .map((name) => `<form name=${name}></form><img name=${name}>`)
      .join('')
      .concat('<button>more</button>', tall),
    act: (page) => page.click('button'),
    expected: { ...none, clicksCount: 1, pageTitle: 'Right title', maxScrollDepthPercentage: 12 },
  },
  {
    name: 'a form whose fields have the names of its methods',
    html: `<form data-footfall onsubmit="return false">${email()}${[
      ...['matches', 'elements', 'method', 'action', 'submit', 'id', 'target', 'dataset', 'tagName'],
      ...['addEventListener', 'closest', 'length'],
    ]
      .map((name) => `<input name=${name}>`)
      .join('')}<a href="#x" data-footfall-conversion>terms</a><button>send</button></form>`,
    act: async (page) => {
      await page.click('a');
      await page.click('button');
    },
    expected: { ...none, ...ada, clicksCount: 2, hasConversion: true },
  },
  {
    name: 'Cancel in a dialog',
    html: `<dialog open><form data-footfall onsubmit="return false">${email()}
      <button formmethod=dialog>cancel</button></form></dialog>
      <dialog open style="margin-top:200px"><form method=dialog data-footfall>${email()}<button>ok</button></form></dialog>`,
    act: async (page) => {
      await page.click('text=cancel');
      await page.click('text=ok');
    },
    expected: { ...none, clicksCount: 2 },
  },
  {
    name: 'a form in a dialog that is sent after Cancel',
    html: `<dialog id=d open><form data-footfall action="/sent" target=answer>${email()}
      <button formmethod=dialog formnovalidate>cancel</button><button id=send>send</button></form></dialog>
      <iframe name=answer></iframe>`,
    act: async (page) => {
      await page.click('text=cancel');
      await page.evaluate('d.show()');
      await page.click('#send');
    },
    expected: { ...none, ...ada, clicksCount: 2 },
  },
  {
    name: 'links that are opened in other tabs, and a menu',
    html: `<a href="/other" data-footfall-conversion><svg width=99 height=99><g><rect width=99 height=99 /></g></svg></a>
      <button>more</button><p>text</p>`,
    act: async (page) => {
      await page.click('rect', { button: 'middle' });
      await page.click('rect', { button: 'right' });
      await page.click('a', { modifiers: ['ControlOrMeta'] });
      await page.click('button', { button: 'middle' });
      await page.click('p', { button: 'middle' });
    },
    expected: { ...none, clicksCount: 2, hasConversion: true },
  },
  {
    name: 'a link that is opened by the keyboard',
    html: '<a href="#there">there</a><p>text</p>',
    act: async (page) => {
      await page.focus('a');
      await page.keyboard.press('Enter');
      await page.keyboard.press('ContextMenu');
    },
    expected: { ...none, clicksCount: 1 },
  },
  {
    name: 'a body that scrolls in place of the document',
    head: '<style>html,body{height:100%;margin:0;overflow-x:hidden}</style>',
    html: tall,
    expected: { ...none, maxScrollDepthPercentage: 12 },
  },
  {
    name: 'a body that scrolls, and is scrolled to its middle',
    head: '<style>html,body{height:100%;margin:0;overflow-x:hidden}</style>',
    html: tall,
    act: wheel(2280),
    expected: { ...none, maxScrollDepthPercentage: 50 },
  },
  {
    name: 'the same without a doctype',
    doctype: '',
    head: '<style>html,body{height:100%;margin:0;overflow-x:hidden}</style>',
    html: tall,
    act: wheel(2280),
    expected: { ...none, maxScrollDepthPercentage: 50 },
  },
  {
    name: 'an app whose middle scrolls, behind a banner',
    html: `${app(`<main>${tall}</main>`)}<div style="position:fixed;inset:100px;background:#fff">cookies?</div>`,
    expected: { ...none, maxScrollDepthPercentage: 12 },
  },
  {
    name: 'an app whose middle is read to its end',
    html: app(`<main>${tall}</main>`),
    act: wheel(9000),
    expected: { ...none, maxScrollDepthPercentage: 100 },
  },
  {
    name: 'an app of web components',
    html: `${app('<my-app style="flex:1;height:100%"></my-app>')}<script>
      customElements.define('my-app', class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<my-view></my-view>' } });
      customElements.define('my-view', class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: 'open' }).innerHTML = \`<div style="height:100vh;overflow:auto">
          <form data-footfall onsubmit="return false">${email()}<button id=send>send</button></form>
          <a href="#x" data-footfall-conversion><i id=in>more</i></a><div style="height:5900px"></div></div>\` } })
      </script>`,
    act: async (page) => {
      await page.click('#send');
      await page.click('#in');
      await wheel(9000)(page);
    },
    expected: {
      ...none,
      ...ada,
      clicksCount: 2,
      hasConversion: true,
      maxScrollDepthPercentage: 100,
    },
  },
  {
    name: 'an app that shows its content late',
    html: `<div id=root>loading</div><script>setTimeout(() => { root.innerHTML = '${tall}' }, 1500)</script>`,
    act: (page) => page.waitForTimeout(3500),
    expected: { ...none, maxScrollDepthPercentage: 12 },
  },
  {
    name: 'a page that is shorter than the window',
    html: '<p style="height:400px;overflow:hidden">text</p>',
    expected: { ...none, maxScrollDepthPercentage: 100 },
  },
  {
    name: 'sections that snap',
    head: '<style>body{margin:0}main{height:100vh;overflow-y:scroll;scroll-snap-type:y mandatory}section{height:100vh;scroll-snap-align:start}</style>',
    html: `<main>${'<section>slide</section>'.repeat(4)}</main>`,
    act: async (page) => {
      await wheel(720)(page);
      await page.waitForTimeout(700);
    },
    expected: { ...none, maxScrollDepthPercentage: 50 },
  },
  {
    name: 'a slider that moves by itself, in a page of some length',
    html: `<div id=slider style="height:600px;overflow-x:scroll;overflow-y:hidden"><div style="width:9000px;height:600px"></div></div>
      <div style="height:2840px"></div><script>setInterval(() => slider.scrollBy(50, 0), 50)</script><style>body{margin:0}</style>`,
    expected: { ...none, maxScrollDepthPercentage: 21 },
  },
  {
    name: 'scripts that stop every event',
    html: `<script>for (const type of ['click', 'submit', 'scroll', 'keydown', 'pointerdown'])
      document.addEventListener(type, (event) => { event.stopImmediatePropagation();
        if (type === 'submit') event.preventDefault() }, true)</script>
      <form data-footfall>${email()}<button>send</button></form>`,
    act: (page) => page.click('button'),
    expected: { ...none, ...ada, clicksCount: 1 },
  },
  {
    name: 'old libraries that extend what everything has',
    head: `<script>Object.prototype.each = function () {}; Array.prototype.toJSON = () => 'array';
      Array.prototype.last = () => 0; String.prototype.toJSON = function () { return this + '!' };
      window.Element = Object.assign(function () {}, { prototype: Element.prototype });</script>`,
    html: `<form data-footfall onsubmit="return false">${email()}<button>send</button></form>`,
    act: (page) => page.click('button'),
    expected: { ...none, ...ada, clicksCount: 1 },
  },
  {
    name: 'a form with an email and a page of LinkedIn that is nobody’s',
    html: `<form data-footfall onsubmit="return false">${email()}
      <input name=linkedin value="https://www.linkedin.com/in/me"><button>send</button></form>`,
    act: async (page) => {
      await page.click('button');
      await page.click('button');
    },
    expected: { ...none, ...ada, clicksCount: 2 },
    faults: ['formSubmit.linkedin is ignored'],
  },
  {
    name: 'an address with an email, a token and a campaign that was put together badly',
    address:
      '?email=ada%40acme.example&token=s3cret&plan=pro&amp;utm_source=news?utm_medium=mail&utm_term=a@b.example',
    html: '<p>text</p>',
    expected: { ...none, utmSource: 'news', utmMedium: 'mail', utmTerm: 'redacted' },
  },
  {
    name: 'a route in the fragment',
    address: '?a=1#/pricing#footfall=count',
    left: '?a=1#/pricing',
    html: '<p>text</p>',
    expected: none,
  },
  {
    name: 'a referrer whose host ends in a hyphen',
    referer: 'https://foo-.tumblr.com/post/1',
    html: '<button>more</button>',
    act: (page) => page.click('button'),
    expected: { ...none, clicksCount: 1, referrer: 'foo-.tumblr.com' },
  },
  {
    name: 'a script that sets the referrer to text that is no address',
    head: `<script>Object.defineProperty(document, 'referrer', { get: () => 'the newsletter' })</script>`,
    html: '<button>more</button>',
    act: (page) => page.click('button'),
    expected: { ...none, clicksCount: 1 },
  },
  {
    name: 'a base address of another website, and a search form',
    head: '<base href="https://elsewhere.example/x/">',
    html: '<form role=search onsubmit="return false"><input name=q value="ada@acme.example"><button>find</button></form>',
    act: async (page) => {
      await page.focus('input');
      await page.keyboard.press('Enter');
    },
    expected: { ...none, email: null, clicksCount: 1 },
  },
];
