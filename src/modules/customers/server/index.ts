import type { Platform } from '../../../platform/server/platform.ts';
import { createSavedViews } from '../../../platform/server/records/savedViews.ts';
import * as finding from '../contract/finding.ts';
import * as merging from '../contract/merging.ts';
import * as records from '../contract/records.ts';
import * as saving from '../contract/saving.ts';
import * as timeline from '../contract/timeline.ts';
import * as work from '../contract/work.ts';
import { saveAppointment } from './downloads/appointment.ts';
import { saveContact } from './downloads/contact.ts';
import { dismissDuplicate, listDuplicates } from './duplicates.ts';
import { addVehicle, listGarage, saveVehicle } from './garage/garage.ts';
import { getChoices } from './list/choices.ts';
import { exportCustomers } from './list/export.ts';
import { countCustomers, listCustomers } from './list/list.ts';
import { mergeCustomers } from './merging/merge.ts';
import { undoMerge } from './merging/undo.ts';
import { type CustomerParts, noParts } from './parts.ts';
import { addTopic } from './publish.ts';
import { setConsent } from './record/consent.ts';
import { createCustomer } from './record/create.ts';
import { setHousehold } from './record/household.ts';
import { openCustomer } from './record/open.ts';
import { setOwner } from './record/owner.ts';
import { saveCustomer } from './record/save.ts';
import type { CustomerServices } from './services.ts';
import type { CustomersDb } from './tables.ts';
import { addEntry } from './timeline/entries.ts';
import { listTimeline } from './timeline/timeline.ts';
import { addAppointment, setAppointmentStatus } from './work/appointments.ts';
import { addTask, setTaskDone } from './work/tasks.ts';
import { getToday, listWork } from './work/today.ts';

/**
 * Customers: people and businesses, linked to the stores they have dealt with. Employees see customers of
 * their own stores, and every opened record is logged before it is shown. Must never lose a consent or its
 * withdrawal, and never merge two records without keeping both.
 */
export function customersModule(platform: Platform, parts: CustomerParts = noParts): void {
  const { routes, limits } = platform;
  const db: CustomersDb = platform.db;
  const services: CustomerServices = {
    platform,
    db,
    parts,
    writes: limits('customers', 300, 60),
    openings: limits('customers.open', 600, 60 * 60),
  };
  addTopic(services);

  routes.add(finding.listCustomers, ({ actor, query }) => listCustomers(db, actor, query, parts));
  routes.add(finding.countCustomers, ({ actor, query }) => countCustomers(db, actor, query, parts));
  routes.add(finding.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(finding.exportCustomers, exportCustomers(services));
  const views = createSavedViews<finding.Filters>('customer_views');
  routes.add(finding.listViews, ({ actor }) => views.list(db, actor));
  routes.add(finding.saveView, ({ actor, body }) => views.save(db, actor, body));
  routes.add(finding.deleteView, ({ actor, params }) => views.remove(db, actor, params.viewId));

  routes.add(records.openCustomer, openCustomer(services));
  routes.add(records.createCustomer, createCustomer(services));
  routes.add(records.saveCustomer, saveCustomer(services));
  routes.add(records.setOwner, setOwner(services));
  routes.add(records.setHousehold, setHousehold(services));
  routes.add(records.setConsent, setConsent(services));

  routes.add(timeline.listTimeline, ({ actor, params, query }) =>
    listTimeline(db, actor, { ...params, ...query }, parts),
  );
  routes.add(timeline.addEntry, addEntry(services));
  routes.add(timeline.listGarage, ({ actor, params }) => listGarage(db, actor, params.customerId));
  routes.add(timeline.addVehicle, addVehicle(services));
  routes.add(timeline.saveVehicle, saveVehicle(services));

  routes.add(work.getToday, ({ actor }) => getToday(db, actor));
  routes.add(work.listWork, ({ actor, params }) => listWork(db, actor, params.customerId));
  routes.add(work.addTask, addTask(services));
  routes.add(work.setTaskDone, setTaskDone(services));
  routes.add(work.addAppointment, addAppointment(services));
  routes.add(work.setAppointmentStatus, setAppointmentStatus(services));

  routes.add(saving.saveContact, saveContact(services));
  routes.add(saving.saveAppointment, saveAppointment(services));

  routes.add(merging.listDuplicates, ({ actor, query }) => listDuplicates(db, actor, query));
  routes.add(merging.dismissDuplicate, dismissDuplicate(services));
  routes.add(merging.mergeCustomers, mergeCustomers(services));
  routes.add(merging.undoMerge, undoMerge(services));
}
