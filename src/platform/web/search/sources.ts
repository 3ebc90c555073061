import type { LucideIcon } from 'lucide-react';
import type { Access } from '../../contract/access.ts';
import { Loader } from '../ui/lazy/loader.ts';

/** A record in the results of the platform search, with its link. */
export interface FoundItem {
  id: string;
  title: string;
  detail: string;
  href: string;
}

/** Records of a module that the platform search can find. */
export interface SearchSource {
  /** Unique among them. */
  name: string;
  heading: string;
  icon: LucideIcon;
  /** Who may search; the server decides what they find. */
  access: Access;
  /** The best few matches. */
  find(search: string, signal: AbortSignal): Promise<FoundItem[]>;
}

type Fetch = () => Promise<{ default: SearchSource }>;
const loaders: Loader<{ default: SearchSource }>[] = [];

/** Registers record searches; they are loaded on the first search. */
export function offerSearches(...more: Fetch[]): void {
  loaders.push(...more.map((fetch) => new Loader(fetch)));
}

/** Waits for the network if it is gone. */
export async function loadSearches(): Promise<SearchSource[]> {
  const loaded = await Promise.all(loaders.map((loader) => loader.arrived()));
  return loaded.map((one) => one.default);
}
