import type { Platform } from '../../../platform/server/platform.ts';
import * as rules from '../contract/kinds.ts';
import * as calls from '../contract.ts';
import { addKind, listKinds, saveKind } from './kinds.ts';
import { getChoices } from './reading/choices.ts';
import { getEmployeeCredentials } from './reading/employee.ts';
import { countCredentials, exportCredentials, listCredentials } from './reading/list.ts';
import { listSubmissions } from './reading/submissions.ts';
import { remind } from './reminders/remind.ts';
import { getSettings, saveSettings } from './settings.ts';
import type { CredentialsDb } from './tables.ts';
import { addCredential } from './writing/add.ts';
import { decideSubmission, withdrawSubmission } from './writing/decide.ts';
import {
  correctCredential,
  readNumber,
  removeCredential,
  restoreCredential,
  revokeCredential,
} from './writing/manage.ts';
import { renewCredential, renewMany } from './writing/renew.ts';

/**
 * Credentials: licenses, certifications and checks with the day each expires, reminders of it, and who may not sell or
 * drive today. What an employee enters counts once HR has verified it, and no one verifies their own. A private
 * number is sealed: it is in no list, file, log, notification or event.
 */
export function credentialsModule(platform: Platform): void {
  const { routes, limits, jobs } = platform;
  const writes = limits('credentials', 300, 60);
  const numbers = limits('credential_numbers', 60, 60);
  const db: CredentialsDb = platform.db;
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(calls.listCredentials, ({ actor, query }) => listCredentials(db, actor, query));
  routes.add(calls.countCredentials, ({ actor, query }) => countCredentials(db, actor, query));
  routes.add(calls.exportCredentials, exportCredentials(db));
  routes.add(calls.listSubmissions, ({ actor }) => listSubmissions(db, actor));
  routes.add(calls.getEmployeeCredentials, ({ actor, params }) =>
    getEmployeeCredentials(db, actor, params.userId),
  );
  routes.add(calls.readNumber, readNumber(platform, numbers));
  routes.add(calls.addCredential, addCredential(platform, writes));
  routes.add(calls.renewCredential, renewCredential(platform, writes));
  routes.add(calls.renewMany, renewMany(platform, writes));
  routes.add(calls.correctCredential, correctCredential(platform, writes));
  routes.add(calls.decideSubmission, decideSubmission(platform, writes));
  routes.add(calls.withdrawSubmission, withdrawSubmission(platform, writes));
  routes.add(calls.revokeCredential, revokeCredential(platform, writes));
  routes.add(calls.restoreCredential, restoreCredential(platform, writes));
  routes.add(calls.removeCredential, removeCredential(platform, writes));
  routes.add(rules.listKinds, ({ actor }) => listKinds(db, actor));
  routes.add(rules.addKind, addKind(platform, writes));
  routes.add(rules.saveKind, saveKind(platform, writes));
  routes.add(rules.getSettings, ({ actor }) => getSettings(db, actor));
  routes.add(rules.saveSettings, saveSettings(platform, writes));
  jobs.schedule('credentials.remind', '10 * * * *', () => remind(platform));
}
