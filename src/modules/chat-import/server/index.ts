import { createGuardedFetch } from '../../../platform/server/fetch/fetch.ts';
import { withThisMachine } from '../../../platform/server/fetch/rules.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { addRoutes } from './routes.ts';
import { importTask, sweep } from './steps/kept.ts';
import { work } from './steps/step.ts';
import type { ImportServices } from './tables.ts';

/**
 * Chat import: Slack and Mattermost exports are read, planned, and imported in batches, so that a run continues
 * after any interruption. Nothing is imported twice, no one is notified, and no one can read more than they could
 * in the other chat.
 */
export function chatImportModule(platform: Platform): void {
  const { config, limits, jobs } = platform;
  const services: ImportServices = {
    platform,
    db: platform.db,
    uploads: limits('chat-imports', 20, 60 * 60),
    fetchFile: createGuardedFetch(config.allowLocalFetch ? withThisMachine : undefined),
  };
  jobs.define(importTask, ({ importId }) => work(services, Number(importId)), { alone: true });
  jobs.schedule('chat-import.sweep', '43 9 * * *', () => sweep(services));
  addRoutes(services);
}
