import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { store } from './order.ts';

/** Goes to whoever may see the orders of the store; the order is then asked for again. */
export const orderChanged = serverEvent('repair_order_changed', { id: z.number(), store });
