import { headTags, scriptTag, wordsOf } from '@footfall/website/hono';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';

const fallback = { title: 'Acme', fields: { hero: 'Our own words, for everyone', proofs: ['Since 1998'] } };

export default new Hono().get('*', async (c) => {
  const words = await wordsOf(c, { fallback });
  const proofs = words.fields.proofs.map((proof) => html`<li>${proof}</li>`);
  const head = raw(headTags(words) + scriptTag(words));
  return c.html(html`<!doctype html><html lang="en">${head}
    <h1 data-footfall="hero">${words.fields.hero}</h1><ul data-footfall="proofs">${proofs}</ul>`);
});
