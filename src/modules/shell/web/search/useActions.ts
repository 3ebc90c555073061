import {
  Clock,
  Coffee,
  Compass,
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Plus,
  RotateCw,
  Settings2,
  SquarePen,
  SunMoon,
  UserRoundCheck,
} from 'lucide-react';
import { applyTheme, themes } from '../../../../platform/web/theme/theme.ts';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { useLogout } from '../../../access/web/public.ts';
import { openChannelDialog, showShortcuts } from '../../../chat/web/public.ts';
import { statuses } from '../../../people/contract.ts';
import { useClockActions } from '../../../time-clock/web/public.ts';
import { usePickStatus } from '../usePickStatus.ts';

export interface Action {
  /** Unique among them. */
  name: string;
  label: string;
  /** Alternative names. */
  keywords: readonly string[];
  icon: LucideIcon;
  /** Runs in the chat, which opens for it. */
  inChat?: boolean;
  act: () => void;
}

const chatActions: readonly Action[] = [
  {
    name: 'message',
    label: 'New message',
    keywords: ['Write message', 'Direct message', 'DM'],
    icon: SquarePen,
    inChat: true,
    act: () => openChannelDialog({ kind: 'message', userIds: [] }),
  },
  {
    name: 'create',
    label: 'Create channel',
    keywords: ['New channel', 'Add channel'],
    icon: Plus,
    inChat: true,
    act: () => openChannelDialog({ kind: 'create' }),
  },
  {
    name: 'browse',
    label: 'Browse channels',
    keywords: ['Join channel', 'All channels'],
    icon: Compass,
    inChat: true,
    act: () => openChannelDialog({ kind: 'browse' }),
  },
  {
    name: 'shortcuts',
    label: 'Keyboard shortcuts',
    keywords: ['Keys', 'Hotkeys', 'Help'],
    icon: Keyboard,
    act: () => showShortcuts(),
  },
];

const themeActions: readonly Action[] = themes.map(({ value, label }) => ({
  name: `theme-${value}`,
  label: `Theme: ${label}`,
  keywords: [`${label} mode`, `${label} theme`, 'Switch theme', 'Colors', 'Appearance'],
  icon: SunMoon,
  act: () => applyTheme(value),
}));

/** Actions that can be started from the search. */
export function useActions(user: CurrentUser, openChatSettings: () => void): readonly Action[] {
  const pickStatus = usePickStatus(user);
  const logout = useLogout();
  const clock = useClockActions(user);
  return [
    ...clock.map(({ kind, label, press }) => ({
      name: kind,
      label,
      keywords: kind.startsWith('break')
        ? ['Break', 'Lunch', 'Pause']
        : ['Punch', 'Shift', 'Clock'],
      icon: kind.startsWith('break') ? Coffee : Clock,
      act: press,
    })),
    ...statuses.map((status) => ({
      name: `status-${status}`,
      label: `Set status: ${statusLabel(status)}`,
      keywords: [`${statusLabel(status)} status`, 'Presence', 'Change status'],
      icon: UserRoundCheck,
      act: () => pickStatus(status),
    })),
    ...themeActions,
    ...chatActions,
    {
      name: 'chat-settings',
      label: 'Chat Settings',
      keywords: ['Notification settings', 'Mute', 'Quiet hours', 'Do not disturb'],
      icon: Settings2,
      act: openChatSettings,
    },
    {
      name: 'open-chat',
      label: 'Open chat',
      keywords: ['Messages', 'Team Directory'],
      icon: MessageSquare,
      inChat: true,
      act: () => {},
    },
    {
      name: 'refresh',
      label: 'Refresh',
      keywords: ['Reload'],
      icon: RotateCw,
      act: () => window.location.reload(),
    },
    {
      name: 'sign-out',
      label: 'Sign Out',
      keywords: ['Logoff', 'Log out'],
      icon: LogOut,
      act: () => void logout(),
    },
  ];
}
