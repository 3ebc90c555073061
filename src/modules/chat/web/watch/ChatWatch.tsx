import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { Channel } from '../../contract/channels.ts';
import { useMarks } from '../state/conversations/marks.ts';
import { useChannels } from '../state/conversations/useChannels.ts';
import { useShortcutsShown } from '../state/view/shortcutsSheet.ts';
import { useChatKeys } from './useChatKeys.ts';

const ShortcutsSheet = lazyPart(() => import('./ShortcutsSheet.tsx'), { place: 'hidden' });

interface Props {
  /** A keyboard shortcut opens the chat. */
  onOpen: () => void;
  /** Unread mentions and direct messages. */
  onWaiting: (count: number) => void;
}

/** Runs even while the chat is closed: keyboard shortcuts and the unread badge. */
export function ChatWatch(props: Props) {
  const me = useCurrentUser()?.id;
  return me === undefined ? null : <Watch me={me} {...props} />;
}

const none: readonly Channel[] = [];

function Watch({ me, onOpen, onWaiting }: Props & { me: number }) {
  const channels = useChannels().data ?? none;
  const marks = useMarks(me);
  useChatKeys({ me, channels, marks, onOpen });
  const waiting = channels.reduce((sum, { id, type }) => {
    const { unread, mentions } = marks(id);
    return sum + (type === 'direct' || type === 'group' ? unread : mentions);
  }, 0);
  useEffect(() => onWaiting(waiting), [waiting, onWaiting]);
  useEffect(() => () => onWaiting(0), [onWaiting]);
  return <Shortcuts />;
}

function Shortcuts() {
  const shown = useShortcutsShown();
  const [wanted, setWanted] = useState(shown);
  if (shown && !wanted) setWanted(true);
  return <Suspense>{wanted && <ShortcutsSheet />}</Suspense>;
}
