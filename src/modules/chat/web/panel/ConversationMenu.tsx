import {
  Bell,
  BellOff,
  CheckCheck,
  ContactRound,
  Ellipsis,
  Info,
  Keyboard,
  UserPlus,
  Users,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import { useChat } from '../state/chatContext.ts';
import { openChannelDialog } from '../state/conversations/channelDialogs.ts';
import type { Conversation } from '../state/conversations/conversation.ts';
import { useUnread } from '../state/conversations/useUnread.ts';
import { profileHref, useMutes } from '../state/extensions.ts';
import { keyNames, shortcuts } from '../state/shortcuts.ts';
import { chatGiveWay } from '../state/view/chatNavigate.ts';
import { showShortcuts } from '../state/view/shortcutsSheet.ts';

/** The remaining actions on a conversation. */
export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const { user, session, people } = useChat();
  const [, navigate] = useLocation();
  const { id: channelId, channel, kind, userId } = conversation;
  const mutes = useMutes(user.id);
  const muted = mutes?.ids.has(channelId);
  const read = useUnread().channels.get(channelId);
  const isBot = userId !== null && people.get(userId)?.protection === 'system_bot';
  const profile = userId === null || isBot ? undefined : profileHref()?.(userId);
  const open = (dialog: 'members' | 'details') => openChannelDialog({ kind: dialog, channelId });
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label="Conversation actions" icon={Ellipsis} />
      </MenuTrigger>
      <MenuContent align="end" className="w-60">
        {kind === 'channel' && channel && (
          <>
            <MenuItem icon={Users} onSelect={() => open('members')}>
              Members
            </MenuItem>
            <MenuItem icon={Info} onSelect={() => open('details')}>
              {channel.can.manage ? 'Details and settings' : 'Details'}
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        {profile !== undefined && (
          <MenuItem
            icon={ContactRound}
            onSelect={() => {
              chatGiveWay();
              navigate(profile);
            }}
          >
            View profile
          </MenuItem>
        )}
        {userId !== null && userId !== user.id && (
          <MenuItem
            icon={UserPlus}
            onSelect={() => openChannelDialog({ kind: 'message', userIds: [userId] })}
          >
            Start a group with others
          </MenuItem>
        )}
        <MenuItem
          icon={CheckCheck}
          disabled={!read || read.unread === 0}
          onSelect={() => session.markAllRead(channelId, channel?.lastSeq ?? 0)}
        >
          Mark as read
        </MenuItem>
        {mutes && (
          <MenuItem icon={muted ? Bell : BellOff} onSelect={() => mutes.set(channelId, !muted)}>
            {muted ? 'Unmute' : 'Mute'}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={Keyboard}
          shortcut={keyNames(shortcuts.sheet.keys[0]).join(' ')}
          onSelect={() => showShortcuts()}
        >
          Keyboard shortcuts
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
