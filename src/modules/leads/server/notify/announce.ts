import * as z from 'zod/mini';
import type { Platform } from '../../../../platform/server/platform.ts';
import { announceToTeam } from '../../../chat/server/public.ts';
import type { LeadsDb } from '../tables.ts';
import { personName } from '../writing/names.ts';
import { describe, hrefOf } from './notify.ts';

const job = z.object({ leadId: z.number(), messageId: z.string() });

/** Announces a new lead in the sales channel, once. */
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
  const assignee = await personName(db, lead.assignee_id);
  const summary = [name, interest, source].filter((part) => part).join(' · ');
  const assigned = assignee === null ? 'Unassigned.' : `Assigned to ${assignee}.`;
  await announceToTeam(platform, {
    store: lead.store,
    department: 'sales',
    content: `New lead: ${summary}. ${assigned} ${platform.publicUrl()}${hrefOf(leadId)}`,
    clientMsgId: messageId,
  });
}
