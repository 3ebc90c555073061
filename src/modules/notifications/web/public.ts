export { suppressWhile } from './alerts/alert.ts';
export { NotificationBell } from './NotificationBell.tsx';
export { PushSettings } from './PushSettings.tsx';
export { channelOf } from './state/entries.ts';
export { addLocalNotification } from './state/store.ts';
