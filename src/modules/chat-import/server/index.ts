import { createGuardedFetch } from '../../../platform/server/fetch/fetch.ts';
import { withThisMachine } from '../../../platform/server/fetch/rules.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { addRoutes } from './routes.ts';
import { importTask, sweep } from './steps/kept.ts';
import { work } from './steps/step.ts';
import type { ImportServices } from './tables.ts';

/**
 * Bringing in what was said in Slack or Mattermost: the export is read, planned, and run group by group, so that
 * it goes on after whatever ends it. Nothing comes in twice, nobody is told of it, and nobody reads more than
 * they could there.
 */
export function chatImportModule(platform: Platform): void {
  const { config, limits, jobs } = platform;
  const desk: ImportServices = {
    platform,
    db: platform.db,
    uploads: limits('chat-imports', 20, 60 * 60),
    fetchFile: createGuardedFetch(config.allowLocalFetch ? withThisMachine : undefined),
  };
  jobs.define(importTask, ({ importId }) => work(desk, Number(importId)), { alone: true });
  jobs.schedule('chat-import.sweep', '43 9 * * *', () => sweep(desk));
  addRoutes(desk);
}
