import { createServer } from 'node:http';
import { headTags, scriptTag, text, wordsOf } from '@footfall/website/node';

const fallback = { title: 'Acme', fields: { hero: 'Our own words, for everyone', proofs: ['Since 1998'] } };

createServer(async (request, response) => {
  const words = await wordsOf(request, response, { fallback });
  const proofs = words.fields.proofs.map((proof) => `<li>${text(proof)}</li>`).join('');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en">${headTags(words)}${scriptTag(words)}
    <h1 data-footfall="hero">${text(words.fields.hero)}</h1><ul data-footfall="proofs">${proofs}</ul>`);
}).listen(process.env.PORT ?? 3000);
