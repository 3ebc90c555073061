import { accessModule } from '../modules/access/server/index.ts';
import { activityModule } from '../modules/activity/server/index.ts';
import { adminModule } from '../modules/admin/server/index.ts';
import { chatModule } from '../modules/chat/server/index.ts';
import { peopleModule } from '../modules/people/server/index.ts';
import { createPresenceSource, presenceModule } from '../modules/presence/server/index.ts';
import { settingsModule } from '../modules/settings/server/index.ts';
import type { Platform } from '../platform/server/platform.ts';

/** Every room of the house, lowest floor first. */
export function addModules(platform: Platform): void {
  peopleModule(platform, createPresenceSource(platform));
  activityModule(platform);
  accessModule(platform);
  presenceModule(platform);
  chatModule(platform);
  adminModule(platform);
  settingsModule(platform);
}
