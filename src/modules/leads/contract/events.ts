import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { store } from './lead.ts';

/** Goes to whoever may see the leads of the store; what is shown of it is then asked for again. */
export const leadChanged = serverEvent('lead_changed', { id: z.number(), store });
