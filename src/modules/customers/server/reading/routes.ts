import * as calls from '../../contract/finding.ts';
import { assertMay, canExport, sentences } from '../policy.ts';
import type { CustomerServices } from '../services.ts';
import { getChoices } from './choices.ts';
import { exportCustomers } from './export.ts';
import { countCustomers, listCustomers } from './list.ts';
import { deleteView, listViews, saveView } from './views.ts';

export function addReadingRoutes({ platform, db, parts }: CustomerServices): void {
  const { routes, limits } = platform;
  const exports = limits('customers.export', 10, 60 * 60);

  routes.add(calls.listCustomers, ({ actor, query }) => listCustomers(db, actor, query, parts));
  routes.add(calls.countCustomers, ({ actor, query }) => countCustomers(db, actor, query, parts));
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(calls.exportCustomers, async ({ actor, body, ip, noteExported }) => {
    assertMay(canExport(actor), sentences.export);
    await exports.consume(String(actor.userId));
    return exportCustomers(db, actor, { filters: body, parts, ip, noteExported });
  });
  routes.add(calls.listViews, ({ actor }) => listViews(db, actor));
  routes.add(calls.saveView, ({ actor, body }) => saveView(db, actor, body));
  routes.add(calls.deleteView, async ({ actor, params: { viewId } }) => {
    await deleteView(db, actor, viewId);
    return { message: 'View deleted.' };
  });
}
