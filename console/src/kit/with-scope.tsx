import type { ComponentType } from 'preact';
import { type Scope, useScope } from '../data/session.ts';
import { NoPermission } from './states.tsx';

/** A component for keys with a scope. Others are told which one it needs, and for what. */
export const withScope =
  <Props extends object>(scope: Scope, what: string, Part: ComponentType<Props>) =>
  (props: Props) =>
    useScope(scope) ? <Part {...props} /> : <NoPermission scope={scope} what={what} />;
