import { useMemo, useSyncExternalStore } from 'react';
import { useChat } from '../../panel/chatContext.ts';
import { isBlank, placeOf } from '../../store/drafts.ts';

/** The channels in which something was begun and not sent, in their threads too. */
export function useDrafted(): ReadonlySet<string> {
  const { drafts } = useChat().session;
  // One text, so that typing on redraws nothing.
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
