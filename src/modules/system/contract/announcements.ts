import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { text } from '../../../platform/contract/fields.ts';

export const announcementLimits = { title: 100, message: 1_000 } as const;
export const announcementTypes = ['info', 'warning'] as const;
export type AnnouncementType = (typeof announcementTypes)[number];

export const sendAnnouncement = endpoint({
  method: 'POST',
  path: '/api/system/announcements',
  summary: 'Announce something to everyone signed in; repeating an id is idempotent',
  access: { admin: 'system_management' },
  body: {
    clientId: z.uuid(),
    title: text(announcementLimits.title),
    message: text(announcementLimits.message),
    type: z.enum(announcementTypes),
  },
  reply: z.object({
    /** How many people it was sent to. */
    people: z.number(),
  }),
  status: 201,
});
