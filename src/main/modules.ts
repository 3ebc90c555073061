import path from 'node:path';
import { accessModule } from '../modules/access/server/index.ts';
import { findActors } from '../modules/access/server/public.ts';
import { activityModule } from '../modules/activity/server/index.ts';
import { recordActivity } from '../modules/activity/server/public.ts';
import { adminModule } from '../modules/admin/server/index.ts';
import { attachmentsModule } from '../modules/attachments/server/index.ts';
import { chatModule } from '../modules/chat/server/index.ts';
import { channelHandover, checkDatastore, messageUploads } from '../modules/chat/server/public.ts';
import { chatImportModule } from '../modules/chat-import/server/index.ts';
import { chatNotificationsModule } from '../modules/chat-notifications/server/index.ts';
import { notificationImportHooks } from '../modules/chat-notifications/server/public.ts';
import { chatSearchModule } from '../modules/chat-search/server/index.ts';
import { searchImportHooks } from '../modules/chat-search/server/public.ts';
import { credentialsModule } from '../modules/credentials/server/index.ts';
import { findDrivingProblems, findSellingProblems } from '../modules/credentials/server/public.ts';
import { customersModule } from '../modules/customers/server/index.ts';
import {
  createCustomerSource,
  customerHandover,
  customerImport,
  customerViewHandover,
  getReadableCustomer,
  workHandovers,
} from '../modules/customers/server/public.ts';
import { dashboardModule } from '../modules/dashboard/server/index.ts';
import { dataAccessModule } from '../modules/data-access/server/index.ts';
import { alertAdministrators } from '../modules/data-access/server/public.ts';
import { dataGuardModule } from '../modules/data-guard/server/index.ts';
import { dealsModule } from '../modules/deals/server/index.ts';
import {
  canWriteDeals,
  dealActivity,
  dealFinder,
  dealHandover,
  dealImport,
  dealSource,
  dealTimeline,
} from '../modules/deals/server/public.ts';
import { documentsModule } from '../modules/documents/server/index.ts';
import {
  destroyFiles,
  documentSource,
  documentViewHandover,
} from '../modules/documents/server/public.ts';
import { employeesModule } from '../modules/employees/server/index.ts';
import { employeeViewHandover, reportHandover } from '../modules/employees/server/public.ts';
import { importsModule } from '../modules/imports/server/index.ts';
import { jacketsModule } from '../modules/jackets/server/index.ts';
import { listMissingPapers } from '../modules/jackets/server/public.ts';
import { kioskModule } from '../modules/kiosk/server/index.ts';
import { punchPlaces } from '../modules/kiosk/server/public.ts';
import { leadsModule } from '../modules/leads/server/index.ts';
import {
  followAppointments,
  followDeals,
  leadActivity,
  leadHandover,
  leadTimeline,
} from '../modules/leads/server/public.ts';
import { mailModule } from '../modules/mail/server/index.ts';
import { monthLocksModule } from '../modules/month-locks/server/index.ts';
import { notesModule } from '../modules/notes/server/index.ts';
import { noteHandover } from '../modules/notes/server/public.ts';
import { noticesModule } from '../modules/notices/server/index.ts';
import { notificationsModule } from '../modules/notifications/server/index.ts';
import { notify, publishNotifications } from '../modules/notifications/server/public.ts';
import { onboardingModule } from '../modules/onboarding/server/index.ts';
import { startOnboarding } from '../modules/onboarding/server/public.ts';
import { organizationModule } from '../modules/organization/server/index.ts';
import { getTimezone } from '../modules/organization/server/public.ts';
import { payrollModule } from '../modules/payroll/server/index.ts';
import { payrollLocks, payrollTimeOffLocks } from '../modules/payroll/server/public.ts';
import { peopleModule } from '../modules/people/server/index.ts';
import { isStaffAddress, listAdministrators } from '../modules/people/server/public.ts';
import { policiesModule } from '../modules/policies/server/index.ts';
import { createPresenceSource, presenceModule } from '../modules/presence/server/index.ts';
import { recordsModule } from '../modules/records/server/index.ts';
import type { RecordSource } from '../modules/records/server/public.ts';
import { recruitingModule } from '../modules/recruiting/server/index.ts';
import { recruitingHandover, recruitingUploads } from '../modules/recruiting/server/public.ts';
import { repairOrdersModule } from '../modules/repair-orders/server/index.ts';
import {
  orderActivity,
  orderFinder,
  orderHandovers,
  orderImport,
  orderSource,
  orderTimeline,
} from '../modules/repair-orders/server/public.ts';
import { reportsModule } from '../modules/reports/server/index.ts';
import { reportViewHandover } from '../modules/reports/server/public.ts';
import { requestsModule } from '../modules/requests/server/index.ts';
import { requestHandover } from '../modules/requests/server/public.ts';
import { retentionModule } from '../modules/retention/server/index.ts';
import { scannerModule } from '../modules/scanner/server/index.ts';
import { scheduledMessagesModule } from '../modules/scheduled-messages/server/index.ts';
import {
  scheduledHandover,
  scheduledImportHooks,
  scheduledUploads,
} from '../modules/scheduled-messages/server/public.ts';
import { schedulesModule } from '../modules/schedules/server/index.ts';
import { findOffShift, shiftHandover } from '../modules/schedules/server/public.ts';
import { settingsModule } from '../modules/settings/server/index.ts';
import { shortcutsModule } from '../modules/shortcuts/server/index.ts';
import { showroomModule } from '../modules/showroom/server/index.ts';
import { visitHandover } from '../modules/showroom/server/public.ts';
import { slipsModule } from '../modules/slips/server/index.ts';
import { systemModule } from '../modules/system/server/index.ts';
import { timeClockModule } from '../modules/time-clock/server/index.ts';
import { createShiftSource, type TimeOffSource } from '../modules/time-clock/server/public.ts';
import { timeOffModule } from '../modules/time-off/server/index.ts';
import {
  absences,
  awayBetween,
  describeAbsence,
  timeOffHandover,
  timeOffHours,
} from '../modules/time-off/server/public.ts';
import { vehiclesModule } from '../modules/vehicles/server/index.ts';
import {
  checkOutHandover,
  reconHandover,
  vehicleSource,
  vehicleTarget,
  walkHandover,
} from '../modules/vehicles/server/public.ts';
import type { Platform } from '../platform/server/platform.ts';
import { version } from './version.ts';

const siteFile = path.resolve(import.meta.dirname, '../../dist/web/index.html');

/** The record sources of the modules, which resolve record mentions and channels. */
export type RecordSources = (platform: Platform) => readonly RecordSource[];

const allRecordSources: RecordSources = (platform) => [
  vehicleSource(platform),
  createCustomerSource(platform),
  dealSource(platform),
  orderSource(platform),
  documentSource(platform),
];

const paidTimeOff: TimeOffSource = async (db, userIds, from, to) =>
  (await timeOffHours(db, userIds, from, to)).filter(({ isPaid }) => isPaid);

/** Registers every module; one that is given another's parts comes after it. */
export function addModules(platform: Platform, recordsOf = allRecordSources): void {
  const shifts = createShiftSource(platform.db);
  const timeOffLocks = payrollTimeOffLocks(timeOffHours);
  peopleModule(platform, createPresenceSource(platform));
  activityModule(
    platform,
    () => getTimezone(platform.db),
    () =>
      alertAdministrators(platform, {
        title: 'The activity log was tampered with or is incomplete',
        message: 'The nightly check found changed or missing entries. Check the activity log now.',
        key: `activity-check:${new Date().toISOString().slice(0, 10)}`,
      }),
  );
  organizationModule(platform, recordActivity);
  mailModule(platform, recordActivity, {
    listAdministrators: async (db) =>
      (await listAdministrators(db)).map((row) => ({
        email: row.email,
        firstName: row.first_name,
      })),
    isStaffAddress: (email) => isStaffAddress(platform.db, email),
  });
  accessModule(platform, async (tx, notices) => {
    const deliver = { push: true, digest: false };
    const stored = await notify(
      tx,
      ...notices.map((notice) => ({ ...notice, type: 'warning' as const, deliver })),
    );
    return {
      userIds: stored.added.map(({ user_id }) => user_id),
      publish: () => void publishNotifications(platform, stored),
    };
  });
  presenceModule(platform, shifts);
  notificationsModule(platform, (sessionIds) => findActors(platform.db, sessionIds));
  attachmentsModule(platform, [messageUploads, scheduledUploads, recruitingUploads]);
  dataGuardModule(platform);
  const chat = chatModule(platform, recordsModule(platform, recordsOf(platform)), shifts);
  chatSearchModule(platform, chat);
  scheduledMessagesModule(platform, chat);
  dataAccessModule(platform);
  monthLocksModule(platform);
  importsModule(platform, [customerImport, orderImport(platform), dealImport(platform)]);
  retentionModule(platform, destroyFiles(platform));
  employeesModule(platform);
  vehiclesModule(platform, getReadableCustomer, findDrivingProblems);
  timeClockModule(platform, { places: punchPlaces, locks: payrollLocks, timeOff: paidTimeOff });
  kioskModule(platform);
  customersModule(platform, {
    timeline: [orderTimeline(platform), dealTimeline(platform), leadTimeline(platform)],
    finders: [orderFinder(platform), dealFinder(platform)],
    activity: [orderActivity, dealActivity, leadActivity],
    appointments: [followAppointments(platform)],
    describeAbsence,
  });
  repairOrdersModule(platform);
  leadsModule(platform, {
    canCreateDeals: canWriteDeals,
    findSellingProblems,
    absences,
  });
  timeOffModule(platform, timeOffLocks);
  dealsModule(platform, followDeals(platform), findSellingProblems);
  credentialsModule(platform);
  showroomModule(platform);
  documentsModule(platform);
  jacketsModule(platform);
  payrollModule(platform, timeOffHours);
  chatNotificationsModule(platform, chat, findOffShift);
  schedulesModule(platform, awayBetween);
  policiesModule(platform, noticesModule(platform, chat));
  requestsModule(platform, chat);
  slipsModule(platform, chat);
  chatImportModule(platform, [searchImportHooks, scheduledImportHooks, notificationImportHooks]);
  notesModule(platform);
  // Modules with records pass in what a scan can open.
  scannerModule(platform, [vehicleTarget(platform)]);
  systemModule(
    platform,
    { version, file: siteFile },
    { checkDatastore: (userId) => checkDatastore(platform.db, userId) },
  );
  adminModule(platform);
  settingsModule(platform);
  shortcutsModule(platform);
  recruitingModule(platform, {
    startOnboarding: (tx, actor, { firstName, lastName, ...hire }, ip) =>
      startOnboarding(platform, tx, actor, { ...hire, name: `${firstName} ${lastName}` }, ip),
    uses: [messageUploads, scheduledUploads],
  });
  dashboardModule(platform);
  reportsModule(platform);
  onboardingModule(platform, {
    listMissingPapers,
    sources: [
      checkOutHandover(platform, findDrivingProblems),
      reportHandover(platform),
      leadHandover(platform, findSellingProblems),
      recruitingHandover(platform),
      shiftHandover(platform),
      timeOffHandover(platform, timeOffLocks),
      customerHandover(platform),
      ...workHandovers(platform),
      visitHandover(platform),
      dealHandover(platform, findSellingProblems),
      ...orderHandovers(platform),
      reconHandover(platform),
      walkHandover(platform),
      requestHandover(platform, chat),
      scheduledHandover(platform),
      channelHandover(platform),
      noteHandover(platform),
      reportViewHandover(platform),
      customerViewHandover(platform),
      documentViewHandover(platform),
      employeeViewHandover(platform),
    ],
  });
}
