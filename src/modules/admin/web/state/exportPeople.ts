import { call } from '../../../../platform/web/api/call.ts';
import { saveCsv } from '../../../../platform/web/download/save.ts';
import { today } from '../../../../platform/web/time/days.ts';
import type { User } from '../../../people/contract.ts';
import { reviewAccess } from '../../contract.ts';

const pageSize = 200;

const columns: [name: string, value: (user: User) => string][] = [
  ['emrn', (user) => user.emrn],
  ['firstName', (user) => user.firstName],
  ['lastName', (user) => user.lastName],
  ['username', (user) => user.username],
  ['email', (user) => user.email],
  ['role', (user) => user.role],
  ['department', (user) => user.department ?? ''],
  ['storeAccess', (user) => user.storeAccess.join('|')],
  ['pagePermissions', (user) => user.pagePermissions.join('|')],
  ['featurePermissions', (user) => user.featurePermissions.join('|')],
  ['isActive', (user) => (user.isActive ? 'yes' : 'no')],
  ['protection', (user) => user.protection ?? ''],
  ['waiting', (user) => (user.pending ? 'yes' : 'no')],
  ['lastLogin', (user) => user.lastLogin ?? ''],
];

/** All accounts with permissions and last sign-in, as CSV; the first columns are those of the import. */
export async function exportPeople(): Promise<void> {
  const rows = [columns.map(([name]) => name)];
  for (let page = 1; ; page += 1) {
    const { users, total } = await call(reviewAccess, { query: { page, limit: pageSize } });
    for (const user of users) rows.push(columns.map(([, value]) => value(user)));
    if (users.length === 0 || rows.length > total) break;
  }
  saveCsv(`people-${today()}.csv`, rows);
}
