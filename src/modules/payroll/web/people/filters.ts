import { departments } from '../../../../platform/contract/access.ts';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { optionsOf, readFilters } from '../../../../platform/web/records/filters.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import type { ReviewRow } from '../../contract/review.ts';
import { unitNames, unitOf, units } from '../../contract/rights.ts';

const shows = ['attention', 'unsigned', 'unapproved'] as const;
const showNames: Record<(typeof shows)[number], string> = {
  attention: 'Needs attention',
  unsigned: 'Not signed',
  unapproved: 'Not approved',
};

const needsAttention = ({ flags, signState, approval, isLocked, isEmpty }: ReviewRow): boolean =>
  !isLocked &&
  (flags.length > 0 ||
    (!isEmpty && (signState === 'objected' || signState === 'changed' || approval === 'changed')));

const filterNames = ['q', 'store', 'department', 'show'];

/** The rows that match the filters in the address, and the fields of the bar. */
export function useReviewFilters(rows: readonly ReviewRow[]) {
  const { text, oneOf } = readFilters(useAddress().query);
  const typed = text('q')?.toLowerCase() ?? '';
  const unit = oneOf('store', units);
  const department = oneOf('department', departments);
  const show = oneOf('show', shows);
  const shown = rows.filter((row) => {
    const { payee, signState, approval, isEmpty } = row;
    if (typed && !`${payee.name} ${payee.employeeNumber ?? ''}`.toLowerCase().includes(typed))
      return false;
    if (unit && unitOf(payee.store) !== unit) return false;
    if (department && payee.department !== department) return false;
    if (show === 'attention') return needsAttention(row);
    if (show === 'unsigned') return !isEmpty && signState !== 'signed';
    return show !== 'unapproved' || (!isEmpty && approval !== 'approved');
  });
  // Those without hours have nothing to look at.
  const inOrder = shown.toSorted((a, b) => Number(a.isEmpty) - Number(b.isEmpty));
  const present = units.filter((one) => rows.some(({ payee }) => unitOf(payee.store) === one));
  return {
    shown: inOrder,
    names: filterNames,
    fields: [
      present.length > 1 && {
        name: 'store',
        label: 'Home store',
        options: optionsOf('All home stores', present, unitNames),
        value: unit ?? '',
      },
      {
        name: 'department',
        label: 'Department',
        options: optionsOf('All departments', departments, departmentNames),
        value: department ?? '',
      },
      {
        name: 'show',
        label: 'Show',
        options: optionsOf('Everyone', shows, showNames),
        value: show ?? '',
      },
    ],
  };
}
