import type { LucideIcon } from 'lucide-react';
import type { Grants } from '../../contract/access.ts';

/** Somewhere one can go, or something one can begin there, as the search of the whole platform offers it. */
export interface Place {
  /** Unique among them. */
  id: string;
  kind: 'page' | 'action';
  label: string;
  /** What else people call it: each finds it, too. */
  words: readonly string[];
  icon: LucideIcon;
  href: string;
  allowed: (user: Grants) => boolean;
}

type Loader = () => Promise<{ default: readonly Place[] }>;
const loaders: Loader[] = [];

/** Lets places be found; they are fetched when somebody first searches. */
export function offerPlaces(...more: Loader[]): void {
  loaders.push(...more);
}

export async function loadPlaces(): Promise<Place[]> {
  const loaded = await Promise.all(loaders.map((load) => load()));
  return loaded.flatMap((one) => one.default);
}
