export { NotificationWatch } from './NotificationWatch.tsx';
export { ChatSettings } from './settings/ChatSettings.tsx';
