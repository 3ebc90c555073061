import type { ReactNode } from 'react';
import { FilteredMessages } from './FilteredMessages.tsx';
import { useFilters } from './filters.ts';

/** The conversation, or what of it passes the filters while some are set. */
export function Narrowed({ channelId, children }: { channelId: string; children: ReactNode }) {
  const { active } = useFilters(channelId);
  return active.length > 0 ? <FilteredMessages channelId={channelId} /> : children;
}
