import { invalid } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { noteVisit } from '../../leads/server/public.ts';
import { absences } from '../../time-off/server/public.ts';
import type * as calls from '../contract.ts';
import { publishVisit } from './publish.ts';
import type { ShowroomDb } from './tables.ts';
import { getVisit, lockVisit, saveStep } from './visits.ts';

/** The customer left. With an appointment the lead gets one; a sale is made by signing the deal, not here. */
export function endVisit(platform: Platform, writes: Limit): Handler<typeof calls.endVisit> {
  const db: ShowroomDb = platform.db;
  return async ({ actor, params: { visitId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { version, result, appointmentAt } = body;
    const { store, publish } = await db.transaction().execute(async (tx) => {
      const visit = await lockVisit(tx, actor, visitId, version);
      const { lead_id: leadId } = visit;
      if (result === 'appointment' && leadId !== null && appointmentAt === undefined) {
        throw invalid('Choose a time for the appointment.', { appointmentAt: 'Choose a time' });
      }
      if (leadId === null && appointmentAt !== undefined) {
        throw invalid('Add the customer of this visit first.', {
          appointmentAt: 'Only for a known customer',
        });
      }
      await saveStep(tx, actor, visit, 'left', { result });
      if (leadId === null) return { store: visit.store, publish: async () => {} };
      return {
        store: visit.store,
        publish: await noteVisit(platform, tx, actor, {
          absences,
          leadId,
          step: 'left',
          result,
          detail: '',
          appointmentAt,
          ip,
        }),
      };
    });
    publishVisit(platform, { id: visitId, store });
    await publish();
    return getVisit(db, actor, visitId);
  };
}
