import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { recordKinds } from './kinds.ts';

/** Sent to those who may read the jackets of its store; clients refetch them. */
export const jacketChanged = serverEvent('jacket_changed', {
  record: z.enum(recordKinds),
  recordId: z.number(),
});

/** Sent to everyone: the checklists or the limits of title work were changed. */
export const checklistsChanged = serverEvent('checklists_changed', {});
