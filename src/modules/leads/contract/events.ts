import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { store } from './lead.ts';

/** Sent to everyone who can see the leads of the store; clients then refetch. */
export const leadChanged = serverEvent('lead_changed', { id: z.number(), store });
