import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { Channel } from '../../contract/channels.ts';
import { useViewing } from '../attention/useViewing.ts';
import { useMarks } from '../conversations/marks.ts';
import { useChannels } from '../conversations/useChannels.ts';
import { useSettingsFrames } from '../settings/settingsQuery.ts';
import { useShortcutsShown } from './keys/sheet.ts';
import { useChatKeys } from './keys/useChatKeys.ts';

const ShortcutsSheet = lazyPart(() => import('./keys/ShortcutsSheet.tsx'), { place: 'hidden' });

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
  useSettingsFrames();
  useViewing(me);
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
