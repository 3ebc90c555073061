import type { Platform } from '../../../platform/server/platform.ts';
import * as dashboard from '../contract/dashboard.ts';
import * as own from '../contract/preferences.ts';
import * as links from '../contract.ts';
import { getBackground, uploadBackground } from './dashboard/background.ts';
import { getDashboardConfig, setDashboardConfig } from './dashboard/config.ts';
import { createKeepBackground } from './dashboard/keeping.ts';
import { deleteShortcut, restoreShortcut, sweepShortcuts } from './links/delete.ts';
import { createShortcut, updateShortcut } from './links/edit.ts';
import { listShortcuts } from './links/list.ts';
import { orderShortcuts } from './links/order.ts';
import { getPreferences, setPreferences } from './preferences.ts';

/**
 * Shortcuts: the dashboard of links that administrators keep for everybody, and the tools each person
 * reaches first. A link never runs anything in a browser, and a picture from elsewhere is fetched by the
 * server once and shown from here: no browser of ours calls a stranger for it.
 */
export function shortcutsModule(platform: Platform): void {
  const { routes, jobs, db } = platform;
  const keep = createKeepBackground(platform);
  routes.add(links.listShortcuts, listShortcuts(platform));
  routes.add(links.createShortcut, createShortcut(platform));
  routes.add(links.orderShortcuts, orderShortcuts(platform));
  routes.add(links.updateShortcut, updateShortcut(platform));
  routes.add(links.deleteShortcut, deleteShortcut(platform));
  routes.add(links.restoreShortcut, restoreShortcut(platform));
  routes.add(dashboard.getDashboardConfig, getDashboardConfig(platform));
  routes.add(dashboard.setDashboardConfig, setDashboardConfig(platform, keep));
  routes.add(dashboard.uploadBackground, uploadBackground(platform, keep));
  routes.add(dashboard.getBackground, getBackground(platform));
  routes.add(own.getPreferences, getPreferences(platform));
  routes.add(own.setPreferences, setPreferences(platform));
  jobs.schedule('shortcuts.sweep', '29 9 * * *', () => sweepShortcuts(db));
}
