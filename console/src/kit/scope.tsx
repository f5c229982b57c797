import type { ComponentType } from 'preact';
import { keyFailure, type Scope, session, useScope } from '../data/session.ts';
import { useStore } from '../lib/store.ts';
import { Empty, Failed, Skeleton } from './states.tsx';

/** The key may not do this. */
const NoPermission = ({ scope, what }: { scope: string; what: string }) => (
  <Empty title={`Your key may not ${what}`}>
    It needs a key with the scope <code>{scope}</code>. Sign in with another key, or ask the person who
    manages keys.
  </Empty>
);

/** What stands there until the service has said what the key may do, or when it could not. */
function NotKnown() {
  const failure = useStore(keyFailure);
  return failure ? <Failed {...failure} what="what your key may do" /> : <Skeleton lines={8} />;
}

/** A component for keys with a scope. Others are told which one it needs, and for what, once it is known. */
export const withScope =
  <Props extends object>(scope: Scope, what: string, Part: ComponentType<Props>) =>
  (props: Props) => {
    const isKnown = useStore(session)?.apiKeyId !== '';
    if (useScope(scope)) return <Part {...props} />;
    return isKnown ? <NoPermission scope={scope} what={what} /> : <NotKnown />;
  };
