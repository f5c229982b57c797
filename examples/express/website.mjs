import { headTags, scriptTag, text, wordsOf } from '@footfall/website/express';
import express from 'express';

const fallback = { title: 'Acme', fields: { hero: 'Our own words, for everyone', proofs: ['Since 1998'] } };
const app = express();

app.get('/{*path}', async (request, response) => {
  const words = await wordsOf(request, response, { fallback });
  const proofs = words.fields.proofs.map((proof) => `<li>${text(proof)}</li>`).join('');
  response.send(`<!doctype html><html lang="en">${headTags(words)}${scriptTag(words)}
    <h1 data-footfall="hero">${text(words.fields.hero)}</h1><ul data-footfall="proofs">${proofs}</ul>`);
});
app.listen(process.env.PORT ?? 3000);
