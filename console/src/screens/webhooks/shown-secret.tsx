import { CopyBlock } from '../../kit/copy.tsx';

/** A secret, which is shown this once. */
export function ShownSecret({ secret }: { secret: string }) {
  return (
    <>
      <p>
        <b>Copy the secret now.</b> It is shown only once. Your program verifies with it that an event comes
        from Footfall.
      </p>
      <CopyBlock text={secret} what="secret" label="Copy the secret" />
    </>
  );
}
