import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { store } from './deal.ts';

/** Goes to whoever may see the deals of the store; the deal is then asked for again. */
export const dealChanged = serverEvent('deal_changed', { id: z.number(), store });
