import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { store } from './order.ts';

/** Sent to everyone who may see the store’s repair orders; clients refetch the order. */
export const orderChanged = serverEvent('repair_order_changed', { id: z.number(), store });
