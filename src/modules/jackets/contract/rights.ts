import {
  type Department,
  isJobOf,
  type JobGrants,
  permits,
} from '../../../platform/contract/access.ts';
import { listDeals, saveDeal } from '../../deals/contract.ts';
import { cabinetRules, readableCabinets, writableCabinets } from '../../documents/contract.ts';
import { listOrders, saveOrder } from '../../repair-orders/contract.ts';
import { cabinetOf, type RecordKind, recordKinds } from './kinds.ts';

/** Those who see to it that a jacket is complete, and keep the lender’s and the state’s deadlines. */
const clerks: readonly Department[] = ['finance', 'back_office'];

/**
 * Whose jackets this person may read, at the stores they work at: those of deals and repair orders they can open, if
 * the documents are their department’s, too. Personnel files are for HR only, whatever the role.
 */
export const readableRecords = (user: JobGrants): RecordKind[] =>
  recordKinds.filter((record) => {
    if (record === 'employee') return readableCabinets(user).includes('hr');
    const { readers } = cabinetRules[cabinetOf[record]];
    const access = record === 'deal' ? listDeals.access : listOrders.access;
    return permits(access, user) && (readers === null || isJobOf(user, readers));
  });

/** Whether this person decides what a jacket does without, and keeps stipulations and title work. */
export function canKeepJackets(user: JobGrants, record: RecordKind): boolean {
  switch (record) {
    case 'deal':
      return permits(saveDeal.access, user) && isJobOf(user, clerks);
    case 'repair_order':
      return (
        permits(saveOrder.access, user) &&
        (isJobOf(user, ['back_office']) || (user.role !== 'employee' && isJobOf(user, ['service'])))
      );
    case 'employee':
      return writableCabinets(user).includes('hr');
  }
}
