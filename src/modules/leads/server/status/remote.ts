import { conflict } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { addEvent } from '../events.ts';
import { publishChanged } from '../publish.ts';
import { getLead, lockLead } from '../reading/find.ts';
import type { LeadsDb } from '../tables.ts';
import { subjectOf } from '../writing/add.ts';

/** Marks a sale as remote, or not: the buyer never came, so the lead does not count as showed. */
export function setRemote(platform: Platform, writes: Limit): Handler<typeof calls.setRemote> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body: { version, isRemote }, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db.transaction().execute(async (tx) => {
      const lead = await lockLead(tx, actor, leadId, version);
      if (lead.status !== 'sold')
        throw conflict('Only a sold lead can be marked as sold remotely.');
      if (lead.is_remote === isRemote) return null;
      const at = new Date();
      await tx
        .updateTable('leads')
        .set({ is_remote: isRemote, version: lead.version + 1, last_at: at })
        .where('id', '=', leadId)
        .execute();
      await addEvent(tx, leadId, actor.userId, { kind: 'remote', isRemote }, { at });
      await recordActivity(tx, {
        actor,
        action: 'lead.remote_changed',
        subject: subjectOf(leadId),
        before: { isRemote: lead.is_remote },
        after: { isRemote },
        ip,
      });
      return lead;
    });
    if (row) publishChanged(platform, row);
    return getLead(db, actor, leadId);
  };
}
