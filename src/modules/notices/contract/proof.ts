import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { time } from '../../../platform/contract/fields.ts';
import { kinds, standing } from '../contract.ts';

const params = { id: z.uuid() };

export const noticeProof = z.object({
  noticeId: z.string(),
  kind: z.enum(kinds),
  title: z.string(),
  text: z.string(),
  /** SHA-256 of the text in UTF-8. */
  textSha256: z.string(),
  authorName: z.string(),
  channelName: z.string(),
  postedAt: time,
  dueAt: time,
  closedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  people: z.array(
    z.object({
      userId: z.number(),
      name: z.string(),
      standing,
      confirmedAt: z.nullable(z.string()),
      /** The IP address it was confirmed from. */
      confirmedFrom: z.nullable(z.string()),
      remindedAt: z.nullable(z.string()),
      escalatedAt: z.nullable(z.string()),
    }),
  ),
});
export type NoticeProof = z.output<typeof noticeProof>;

export const getNoticeProof = endpoint({
  method: 'GET',
  path: '/api/notices/:id/proof',
  summary:
    'The text and who confirmed it when; readers of the audit log also see it after deletion',
  access: 'signedIn',
  params,
  reply: noticeProof,
});

export const saveNoticeProof = endpoint({
  method: 'GET',
  path: '/api/notices/:id/proof.csv',
  summary: 'The same as a CSV file',
  access: 'signedIn',
  params,
  reply: file,
  replyType: 'file',
});
