import type { ChatExtension } from '../../chat/web/public.ts';
import { useMutes } from './state/settingsQuery.ts';

/** Tells the chat which conversations are muted. */
export const chatNotificationsExtension: ChatExtension = { name: 'chat-notifications', useMutes };
