import type { ReactNode } from 'react';
import { FilteredMessages } from './FilteredMessages.tsx';
import { useFilters } from './filters.ts';

/** The conversation, or only the messages that match the active filters. */
export function ActiveFilters({ channelId, children }: { channelId: string; children: ReactNode }) {
  const { active } = useFilters(channelId);
  return active.length > 0 ? <FilteredMessages channelId={channelId} /> : children;
}
