import type { Actor } from '../../../platform/server/http/actor.ts';
import type { FindStaffProblems } from '../../../platform/server/records/staff.ts';
import type { LeadAbsences } from './absences.ts';

/** What other modules decide. */
export interface LeadParts {
  /** Who may create the deal that a lead leads to. */
  canCreateDeals: (actor: Actor) => boolean;
  /** Who may not sell, and can be refused a lead. */
  findSellingProblems: FindStaffProblems;
  /** Who is away, and gets no lead in rotation and no appointment. */
  absences: LeadAbsences;
}
