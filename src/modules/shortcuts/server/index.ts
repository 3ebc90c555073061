import type { Platform } from '../../../platform/server/platform.ts';
import * as dashboard from '../contract/dashboard.ts';
import * as own from '../contract/preferences.ts';
import * as links from '../contract.ts';
import { backgroundAnswer, backgroundUpload } from './dashboard/background.ts';
import { configAnswer, configChange } from './dashboard/config.ts';
import { createKeepBackground } from './dashboard/keeping.ts';
import { shortcutDeletion, shortcutRestoring, sweepShortcuts } from './links/delete.ts';
import { shortcutCreation, shortcutUpdate } from './links/edit.ts';
import { shortcutList } from './links/list.ts';
import { shortcutOrdering } from './links/order.ts';
import { preferenceAnswer, preferenceChange } from './preferences.ts';

/**
 * Shortcuts: the dashboard of links that administrators keep for everybody, and the tools each person
 * reaches first. A link never runs anything in a browser, and a picture from elsewhere is fetched by the
 * server once and shown from here: no browser of ours calls a stranger for it.
 */
export function shortcutsModule(platform: Platform): void {
  const { routes, jobs, db } = platform;
  const keep = createKeepBackground(platform);
  routes.add(links.listShortcuts, shortcutList(platform));
  routes.add(links.createShortcut, shortcutCreation(platform));
  routes.add(links.orderShortcuts, shortcutOrdering(platform));
  routes.add(links.updateShortcut, shortcutUpdate(platform));
  routes.add(links.deleteShortcut, shortcutDeletion(platform));
  routes.add(links.restoreShortcut, shortcutRestoring(platform));
  routes.add(dashboard.getDashboardConfig, configAnswer(platform));
  routes.add(dashboard.setDashboardConfig, configChange(platform, keep));
  routes.add(dashboard.uploadBackground, backgroundUpload(platform, keep));
  routes.add(dashboard.getBackground, backgroundAnswer(platform));
  routes.add(own.getPreferences, preferenceAnswer(platform));
  routes.add(own.setPreferences, preferenceChange(platform));
  jobs.schedule('shortcuts.sweep', '29 9 * * *', () => sweepShortcuts(db));
}
