import { metadataOf, wordsOf } from '@footfall/website/next';

const fallback = { title: 'Acme', fields: { hero: 'Our own words, for everyone', proofs: ['Since 1998'] } };
const wordsFor = async (props) => wordsOf((await props.params).path, props, { fallback });

export const generateMetadata = async (props) => metadataOf(await wordsFor(props));

export default async function Page(props) {
  const { fields, tag } = await wordsFor(props);
  const proofs = fields.proofs.map((proof) => <li key={proof}>{proof}</li>);
  return (
    <main>
      {tag && <script async {...tag} />}
      <h1 data-footfall="hero">{fields.hero}</h1>
      <ul data-footfall="proofs">{proofs}</ul>
    </main>
  );
}
