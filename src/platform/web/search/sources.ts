import type { LucideIcon } from 'lucide-react';
import type { Access } from '../../contract/access.ts';
import { Loader } from '../lazy/loader.ts';

/** A record as the search of the whole platform shows it, and where it leads. */
export interface FoundItem {
  id: string;
  title: string;
  detail: string;
  href: string;
}

/** What a room lets the search of the whole platform find. */
export interface SearchSource {
  /** Unique among them. */
  name: string;
  heading: string;
  icon: LucideIcon;
  /** Who may ask; what they find the server decides. */
  access: Access;
  /** The few that answer best to what was typed. */
  find(search: string, signal: AbortSignal): Promise<FoundItem[]>;
}

type Fetch = () => Promise<{ default: SearchSource }>;
const loaders: Loader<{ default: SearchSource }>[] = [];

/** Lets the rooms be searched; they are fetched when somebody first searches. */
export function offerSearches(...more: Fetch[]): void {
  loaders.push(...more.map((fetch) => new Loader(fetch)));
}

/** Waits for the network where that is gone. */
export async function loadSearches(): Promise<SearchSource[]> {
  const loaded = await Promise.all(loaders.map((loader) => loader.arrived()));
  return loaded.map((one) => one.default);
}
