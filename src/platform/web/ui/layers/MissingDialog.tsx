import { useSyncExternalStore } from 'react';
import { NotFetched } from '../../lazy/NotFetched.tsx';
import type { Layer } from './layer.ts';

interface Props {
  of: Layer<unknown>;
  /** The dialog as it was asked for: whether it is open, and how it closes. */
  about: { open: boolean };
}

/** Stands in the place of an open dialog whose layer could not be fetched yet; it comes by itself. */
export function MissingDialog({ of, about }: Props) {
  const state = useSyncExternalStore(of.watch, of.state);
  if (!about.open || state.status !== 'failed') return null;
  return <NotFetched state={state} about={about} place="dialog" onRetry={of.load} />;
}
