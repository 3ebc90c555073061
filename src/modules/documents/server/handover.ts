import type { Platform } from '../../../platform/server/platform.ts';
import {
  type HandoverSource,
  sharedViewHandover,
} from '../../../platform/server/records/handover.ts';
import { mayUse } from '../../../platform/server/records/staff.ts';
import { readAccess } from '../contract/cabinets.ts';

/** Saved views of documents that a store shares. */
export const documentViewHandover = ({ db }: Pick<Platform, 'db'>): HandoverSource =>
  sharedViewHandover(db, {
    key: 'document_views',
    title: 'Shared document views',
    table: 'document_views',
    href: '/documents',
    condition: mayUse(readAccess),
    refusal: 'This employee doesn’t work with documents at this store.',
  });
