import type { Platform } from '../../../platform/server/platform.ts';
import * as dashboard from '../contract/dashboard.ts';
import * as preferences from '../contract/preferences.ts';
import * as links from '../contract.ts';
import { getBackground, uploadBackground } from './dashboard/background.ts';
import { createBackgroundLoader } from './dashboard/backgroundLoader.ts';
import { getDashboardConfig, setDashboardConfig } from './dashboard/config.ts';
import { deleteShortcut, restoreShortcut, sweepShortcuts } from './links/delete.ts';
import { createShortcut, updateShortcut } from './links/edit.ts';
import { listShortcuts } from './links/list.ts';
import { orderShortcuts } from './links/order.ts';
import { getPreferences, setPreferences } from './preferences.ts';

/**
 * Shortcuts: the dashboard of links that administrators manage for everyone, and each user's Quick Access
 * utilities. A link must never run a script in a browser. External background images are fetched once by the
 * server and served from here, so that browsers never request them from a third party.
 */
export function shortcutsModule(platform: Platform): void {
  const { routes, jobs, db } = platform;
  const backgrounds = createBackgroundLoader(platform);
  routes.add(links.listShortcuts, listShortcuts(platform));
  routes.add(links.createShortcut, createShortcut(platform));
  routes.add(links.orderShortcuts, orderShortcuts(platform));
  routes.add(links.updateShortcut, updateShortcut(platform));
  routes.add(links.deleteShortcut, deleteShortcut(platform));
  routes.add(links.restoreShortcut, restoreShortcut(platform));
  routes.add(dashboard.getDashboardConfig, getDashboardConfig(platform));
  routes.add(dashboard.setDashboardConfig, setDashboardConfig(platform, backgrounds));
  routes.add(dashboard.uploadBackground, uploadBackground(platform, backgrounds));
  routes.add(dashboard.getBackground, getBackground(platform));
  routes.add(preferences.getPreferences, getPreferences(platform));
  routes.add(preferences.setPreferences, setPreferences(platform));
  jobs.schedule('shortcuts.sweep', '29 9 * * *', () => sweepShortcuts(db));
}
