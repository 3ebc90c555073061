import type { ChatExtension } from '../../chat/web/public.ts';
import { useMutes } from './state/settingsQuery.ts';

/** Gives the chat the muted conversations. */
export const chatNotificationsExtension: ChatExtension = { name: 'chat-notifications', useMutes };
