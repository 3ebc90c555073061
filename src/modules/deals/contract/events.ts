import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { store } from './deal.ts';

/** Sent to everyone who can see the deals of the store; clients then refetch the deal. */
export const dealChanged = serverEvent('deal_changed', { id: z.number(), store });
