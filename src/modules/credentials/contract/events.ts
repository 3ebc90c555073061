import { serverEvent } from '../../../platform/contract/socket.ts';

/** Sent to everyone, without a name: someone’s credentials, a kind or the settings were changed. */
export const credentialsChanged = serverEvent('credentials_changed', {});
