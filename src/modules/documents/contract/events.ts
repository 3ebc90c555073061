import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { cabinet, store } from './document.ts';

/** Sent to everyone who may read the document; clients refetch it. */
export const documentChanged = serverEvent('document_changed', {
  id: z.number(),
  cabinet,
  store: z.nullable(store),
});
