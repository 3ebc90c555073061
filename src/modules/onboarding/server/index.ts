import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { getChoices } from './choices.ts';
import { endDueAccounts } from './end-accounts.ts';
import { getHandover, handOver } from './handing-over/hand-over.ts';
import { onboardingHandover } from './handing-over/own.ts';
import { addItem, decideItem, finishRun, removeItem, saveItem } from './items.ts';
import { notifyDue } from './notify.ts';
import { declareTopics } from './publish.ts';
import { listNewAccounts, setAccountStart } from './runs/account-start.ts';
import { countRuns, getRun, listRuns, listRunsOf } from './runs/find.ts';
import { addComment, cancelRun, endAccountNow, linkAccount, saveRun } from './runs/save.ts';
import { startRun } from './runs/start.ts';
import type { OnboardingParts, OnboardingServices } from './services.ts';
import { startDueAccounts } from './start-accounts.ts';
import { countTasks, listTasks } from './tasks.ts';
import { addTemplate, listTemplates, removeTemplate, saveTemplate } from './templates.ts';

/**
 * Onboarding and offboarding: lists of what is to do when someone starts or leaves, each item with an owner and a day.
 * On the first day a new account starts, if someone who manages accounts planned that with its rights; on the last day,
 * at its hour, the account and its sessions end, and what the employee still has moves to others. The module grants no
 * rights, shows the reason for leaving to HR only, and shows a terminated employee nothing in advance.
 */
export function onboardingModule(platform: Platform, parts: OnboardingParts): void {
  const { routes, jobs, limits } = platform;
  const services: OnboardingServices = {
    ...parts,
    sources: [...parts.sources, onboardingHandover(platform)],
    platform,
    db: platform.db,
    writes: limits('onboarding', 300, 60),
  };
  declareTopics(platform);
  routes.add(calls.getChoices, getChoices(services));
  routes.add(calls.listRuns, listRuns(services));
  routes.add(calls.countRuns, countRuns(services));
  routes.add(calls.listRunsOf, listRunsOf(services));
  routes.add(calls.startRun, startRun(services));
  routes.add(calls.getRun, getRun(services));
  routes.add(calls.saveRun, saveRun(services));
  routes.add(calls.linkAccount, linkAccount(services));
  routes.add(calls.listNewAccounts, listNewAccounts(services));
  routes.add(calls.setAccountStart, setAccountStart(services));
  routes.add(calls.endAccountNow, endAccountNow(services));
  routes.add(calls.cancelRun, cancelRun(services));
  routes.add(calls.finishRun, finishRun(services));
  routes.add(calls.addComment, addComment(services));
  routes.add(calls.addItem, addItem(services));
  routes.add(calls.saveItem, saveItem(services));
  routes.add(calls.removeItem, removeItem(services));
  routes.add(calls.decideItem, decideItem(services));
  routes.add(calls.listTasks, listTasks(services));
  routes.add(calls.countTasks, countTasks(services));
  routes.add(calls.listTemplates, listTemplates(services));
  routes.add(calls.addTemplate, addTemplate(services));
  routes.add(calls.saveTemplate, saveTemplate(services));
  routes.add(calls.removeTemplate, removeTemplate(services));
  routes.add(calls.getHandover, getHandover(services));
  routes.add(calls.handOver, handOver(services));
  jobs.schedule('onboarding.end-accounts', '* * * * *', () => endDueAccounts(platform));
  jobs.schedule('onboarding.start-accounts', '* * * * *', () => startDueAccounts(platform));
  jobs.schedule('onboarding.due', '7 * * * *', () => notifyDue(platform));
}
