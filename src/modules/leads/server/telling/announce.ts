import * as z from 'zod/mini';
import type { Platform } from '../../../../platform/server/platform.ts';
import { announceToTeam } from '../../../chat/server/public.ts';
import type { LeadsDb } from '../tables.ts';
import { personName } from '../writing/names.ts';
import { describe, hrefOf } from './notify.ts';

const job = z.object({ leadId: z.number(), messageId: z.string() });

/** Lets the people of sales know of a new lead in their channel, once. */
export async function announceLead(platform: Platform, payload: unknown): Promise<void> {
  const { leadId, messageId } = z.parse(job, payload);
  const db: LeadsDb = platform.db;
  const lead = await db
    .selectFrom('leads')
    .select(['store', 'assignee_id'])
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) return;
  const { name, interest, source } = await describe(db, leadId);
  const who = await personName(db, lead.assignee_id);
  const wanted = [name, interest, source].filter((word) => word).join(' · ');
  const whose = who === null ? 'Nobody has it yet.' : `${who} has it.`;
  await announceToTeam(platform, {
    store: lead.store,
    department: 'sales',
    content: `New lead: ${wanted}. ${whose} ${platform.publicUrl()}${hrefOf(leadId)}`,
    clientMsgId: messageId,
  });
}
