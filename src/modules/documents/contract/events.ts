import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { cabinet, store } from './document.ts';

/** Sent to everyone who follows its cabinet, so it reveals nothing about the document; clients refetch what they may read. */
export const documentChanged = serverEvent('document_changed', {
  id: z.number(),
  cabinet,
  store: z.nullable(store),
});
