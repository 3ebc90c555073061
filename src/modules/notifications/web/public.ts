export { NotificationBell } from './NotificationBell.tsx';
export { addNotification } from './store.ts';
