import { useMemo, useSyncExternalStore } from 'react';
import { useChat } from '../../panel/chatContext.ts';
import { isBlank, placeOf } from '../../store/drafts.ts';

/** The channels with an unsent draft, including in their threads. */
export function useDrafted(): ReadonlySet<string> {
  const { drafts } = useChat().session;
  // A string, so that typing does not render again.
  const ids = useSyncExternalStore(drafts.watch, () =>
    drafts
      .keys()
      .filter((key) => !isBlank(drafts.get(key)))
      .map((key) => placeOf(key).channelId)
      .sort()
      .join(' '),
  );
  return useMemo(() => new Set(ids.split(' ')), [ids]);
}
