import { accessModule } from '../modules/access/server/index.ts';
import { chatModule } from '../modules/chat/server/index.ts';
import { peopleModule } from '../modules/people/server/index.ts';
import { presenceModule } from '../modules/presence/server/index.ts';
import type { Platform } from '../platform/server/platform.ts';

/** Every room of the house, lowest floor first. */
export function addModules(platform: Platform): void {
  peopleModule(platform);
  accessModule(platform);
  presenceModule(platform);
  chatModule(platform);
}
