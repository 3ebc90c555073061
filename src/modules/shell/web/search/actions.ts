import { Compass, Keyboard, type LucideIcon, Plus, SquarePen } from 'lucide-react';
import { openChannelDialog, showShortcuts } from '../../../chat/web/public.ts';

export interface Action {
  name: string;
  label: string;
  icon: LucideIcon;
  /** Takes place in the chat, which opens for it. */
  inChat: boolean;
  act: () => void;
}

/** What one can begin from the search, beside going somewhere. */
export const actions: readonly Action[] = [
  {
    name: 'message',
    label: 'New message',
    icon: SquarePen,
    inChat: true,
    act: () => openChannelDialog({ kind: 'message', userIds: [] }),
  },
  {
    name: 'create',
    label: 'Create channel',
    icon: Plus,
    inChat: true,
    act: () => openChannelDialog({ kind: 'create' }),
  },
  {
    name: 'browse',
    label: 'Browse channels',
    icon: Compass,
    inChat: true,
    act: () => openChannelDialog({ kind: 'browse' }),
  },
  {
    name: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    inChat: false,
    act: () => showShortcuts(),
  },
];
