import type { Platform } from '../../../platform/server/platform.ts';
import type { Notices } from '../../notices/server/public.ts';
import * as contract from '../contract.ts';
import { askAcknowledgment, listAcknowledgments } from './acknowledgments.ts';

/**
 * Policies: versions of documents that people must acknowledge. Asking, reminding and the proof are a notice's; the
 * module only knows which version a notice is about. It must never ask someone who may not read the document.
 */
export function policiesModule(platform: Platform, notices: Notices): void {
  const { routes } = platform;
  routes.add(contract.listAcknowledgments, listAcknowledgments(platform, notices));
  routes.add(contract.askAcknowledgment, askAcknowledgment(platform, notices));
}
