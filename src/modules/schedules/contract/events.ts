import { serverEvent } from '../../../platform/contract/socket.ts';

/** Sent to those who work at the store, and to those whose shifts changed; clients refetch. */
export const scheduleChanged = serverEvent('schedule_changed', {});
