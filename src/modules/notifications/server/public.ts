export { previewOf } from '../contract/preview.ts';
export { preparePushKeys } from './push/keys.ts';
export { type Notice, notify, type Unpublished } from './store/notify.ts';
export { publishAlerts, publishNotifications } from './store/publish.ts';
export { deleteForChannel, type Withdrawal, withdraw } from './store/withdraw.ts';
