export { type Notice, notify, type Unpublished } from './keeping/notify.ts';
export { publishNotifications } from './keeping/publish.ts';
export { type Withdrawal, withdraw } from './keeping/withdraw.ts';
export { preparePushKeys } from './push/keys.ts';
