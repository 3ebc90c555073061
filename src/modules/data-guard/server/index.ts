import type { Platform } from '../../../platform/server/platform.ts';
import * as contract from '../contract.ts';
import { changeRules, getRules } from './rules.ts';

/**
 * Finds data in text that the law requires a dealership to protect, and holds the group's rules on
 * sending it: off, warn or refuse. Modules check with `createGuard` before they store a text. It must
 * never store or log what it found, only its kind.
 */
export function dataGuardModule(platform: Platform): void {
  const { db, routes } = platform;
  routes.add(contract.getCustomerDataRules, () => getRules(db));
  routes.add(contract.changeCustomerDataRules, ({ actor, body, ip }) =>
    changeRules(platform, { actor, ip }, body),
  );
}
