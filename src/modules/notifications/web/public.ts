export { NotificationBell } from './NotificationBell.tsx';
export { PushSettings } from './PushSettings.tsx';
export { addLocalNotification } from './store/local.ts';
export { suppressWhile } from './telling/alert.ts';
