import { type ApiKey, revokeApiKey } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useMutation } from '../../data/mutation.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { toast } from '../../lib/toasts.ts';

export interface RevokeKeyProps {
  apiKey: ApiKey;
  /** The session uses it. */
  isMine: boolean;
  onClose: () => void;
}

/** A dialog that revokes a key, which cannot be taken back. */
export function RevokeKey({ apiKey, isMine, onClose }: RevokeKeyProps) {
  const revoke = useMutation((id: string) => ask(revokeApiKey, { path: { api_key_id: id } }), {
    onDone: () => {
      toast(`The key “${apiKey.name}” was revoked`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Revoke the key “${apiKey.name}”?`}
      intro={
        <>
          <p>
            Whatever uses this key stops working within a minute. A revoked key stays revoked. To change a key
            without a gap, rotate it.
          </p>
          {isMine && (
            <p class="bad">You are signed in with this key. You will have to sign in with another one.</p>
          )}
        </>
      }
      submit="Revoke the key"
      isDanger
      of={revoke}
      onSubmit={() => revoke.run(apiKey.apiKeyId)}
      onClose={onClose}
    />
  );
}
