import type { LucideIcon } from 'lucide-react';
import type { JobGrants } from '../../contract/access.ts';

/** A page to open, or something to start there, offered by the platform search. */
export interface SearchTarget {
  /** Unique among them. */
  id: string;
  kind: 'page' | 'action';
  label: string;
  /** Alternative names it can be found by. */
  keywords: readonly string[];
  icon: LucideIcon;
  href: string;
  allowed: (user: JobGrants) => boolean;
}

type Loader = () => Promise<{ default: readonly SearchTarget[] }>;
const loaders: Loader[] = [];

/** Registers search targets; they are loaded on the first search. */
export function registerSearchTargets(...more: Loader[]): void {
  loaders.push(...more);
}

export async function loadSearchTargets(): Promise<SearchTarget[]> {
  const loaded = await Promise.all(loaders.map((load) => load()));
  return loaded.flatMap((one) => one.default);
}
