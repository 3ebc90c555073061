import { useSyncExternalStore } from 'react';
import { NotFetched } from '../lazy/NotFetched.tsx';
import type { Layer } from './layer.ts';

interface Props {
  of: Layer<unknown>;
  /** The dialog's props: whether it is open, and how it closes. */
  about: { open: boolean };
}

/** Replaces an open dialog whose layer could not be loaded yet; retries by itself. */
export function MissingDialog({ of, about }: Props) {
  const state = useSyncExternalStore(of.watch, of.state, of.state);
  if (!about.open || state.status !== 'failed') return null;
  return <NotFetched state={state} about={about} place="dialog" onRetry={of.load} />;
}
