import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { countUpTo } from '../../../platform/server/records/queries.ts';
import { createSavedViews } from '../../../platform/server/records/savedViews.ts';
import * as employee from '../contract/employee.ts';
import * as privately from '../contract/private.ts';
import * as savedViews from '../contract/views.ts';
import * as writing from '../contract/writing.ts';
import * as calls from '../contract.ts';
import { beginPlanned } from './begin.ts';
import { getChoices } from './directory/choices.ts';
import { countEmployees, listEmployees } from './directory/list.ts';
import { getReportingTree } from './directory/tree.ts';
import { countEquipmentOut, listEquipmentOut } from './hr/equipment.ts';
import { countHrEmployees, exportEmployees, listHrEmployees } from './hr/list.ts';
import { writableByHr } from './policy.ts';
import {
  claimPrivateAccess,
  endPrivateAccess,
  grantPrivateAccess,
  listPrivateAccess,
} from './private/access.ts';
import {
  acknowledgeNote,
  addPay,
  addPrivateNote,
  removePay,
  removePrivateNote,
  saveIdentity,
} from './private/change.ts';
import { getPrivatePart, listPrivateViews } from './private/read.ts';
import { declareTopics } from './publish.ts';
import { listEmployeeEvents } from './record/events.ts';
import { getEmployee } from './record/page.ts';
import { findOpenProposals, isOpen, proposalTables } from './record/proposals.ts';
import type { EmployeesDb } from './tables.ts';
import { saveEmployment } from './writing/employment.ts';
import {
  issueEquipment,
  removeEquipment,
  returnEquipment,
  saveEquipment,
} from './writing/equipment.ts';
import { changeJob, removeJob } from './writing/jobs.ts';
import {
  approveProposal,
  declineProposal,
  proposeChange,
  savePersonal,
  withdrawProposal,
} from './writing/personal.ts';

/**
 * Employees: the directory, who reports to whom, and the file of everyone who works here. Colleagues see a card, the
 * managers above someone their file, HR the files of its stores. HR changes no rights and no one their own file. The
 * private part opens only with its own grant, which no role and no permission stands for, and each view is in the
 * activity log before anything of it is decrypted.
 */
export function employeesModule(platform: Platform): void {
  const { routes, limits, jobs } = platform;
  const db: EmployeesDb = platform.db;
  const writes = limits('employees', 300, 60);
  const views = limits('employees-private', 60, 60);
  const exports = limits('employees-export', 20, 60 * 60);
  declareTopics(platform);
  routes.add(calls.listEmployees, ({ query }) => listEmployees(db, query));
  routes.add(calls.countEmployees, ({ query }) => countEmployees(db, query));
  routes.add(calls.getReportingTree, ({ query }) => getReportingTree(db, query));
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(calls.listHrEmployees, ({ actor, query }) => listHrEmployees(db, actor, query));
  routes.add(calls.countHrEmployees, ({ actor, query }) => countHrEmployees(db, actor, query));
  routes.add(calls.exportEmployees, exportEmployees(db, exports));
  routes.add(calls.listProposals, ({ actor, query }) =>
    findOpenProposals(db, actor, writableByHr(actor), query),
  );
  routes.add(calls.countProposals, ({ actor }) =>
    countUpTo(db, sql`from ${proposalTables} where ${isOpen} and ${writableByHr(actor)}`),
  );
  routes.add(calls.listEquipmentOut, ({ actor, query }) => listEquipmentOut(db, actor, query));
  routes.add(calls.countEquipmentOut, ({ actor, query }) => countEquipmentOut(db, actor, query));
  const hrViews = createSavedViews<savedViews.ViewFilters>('employee_views');
  routes.add(savedViews.listViews, ({ actor }) => hrViews.list(db, actor));
  routes.add(savedViews.saveView, async ({ actor, body }) => {
    await writes.consume(String(actor.userId));
    return hrViews.save(db, actor, body);
  });
  routes.add(savedViews.deleteView, ({ actor, params }) =>
    hrViews.remove(db, actor, params.viewId),
  );
  routes.add(employee.getEmployee, ({ actor, params }) =>
    getEmployee(db, actor, params.employeeId),
  );
  routes.add(employee.listEmployeeEvents, ({ actor, params, query }) =>
    listEmployeeEvents(db, actor, params.employeeId, query),
  );
  routes.add(writing.changeJob, changeJob(platform, writes));
  routes.add(writing.removeJob, removeJob(platform, writes));
  routes.add(writing.saveEmployment, saveEmployment(platform, writes));
  routes.add(writing.savePersonal, savePersonal(platform, writes));
  routes.add(writing.proposeChange, proposeChange(platform, writes));
  routes.add(writing.withdrawProposal, withdrawProposal(platform, writes));
  routes.add(writing.approveProposal, approveProposal(platform, writes));
  routes.add(writing.declineProposal, declineProposal(platform, writes));
  routes.add(writing.issueEquipment, issueEquipment(platform, writes));
  routes.add(writing.returnEquipment, returnEquipment(platform, writes));
  routes.add(writing.saveEquipment, saveEquipment(platform, writes));
  routes.add(writing.removeEquipment, removeEquipment(platform, writes));
  routes.add(privately.getPrivatePart, getPrivatePart(platform, views));
  routes.add(privately.listPrivateViews, listPrivateViews(db));
  routes.add(privately.saveIdentity, saveIdentity(platform, writes));
  routes.add(privately.addPay, addPay(platform, writes));
  routes.add(privately.removePay, removePay(platform, writes));
  routes.add(privately.addPrivateNote, addPrivateNote(platform, writes));
  routes.add(privately.removePrivateNote, removePrivateNote(platform, writes));
  routes.add(privately.acknowledgeNote, acknowledgeNote(platform, writes));
  routes.add(privately.listPrivateAccess, listPrivateAccess(db));
  routes.add(privately.grantPrivateAccess, grantPrivateAccess(platform, writes));
  routes.add(privately.endPrivateAccess, endPrivateAccess(platform, writes));
  routes.add(privately.claimPrivateAccess, claimPrivateAccess(platform, writes));
  jobs.schedule('employees.begin', '*/5 * * * *', () => beginPlanned(platform));
}
