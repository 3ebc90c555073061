import * as contract from '../contract.ts';
import { getSlip } from './find.ts';
import { getSlipState } from './following/state.ts';
import { createSlip } from './life/create.ts';
import { openSlip } from './life/open.ts';
import { revokeSlip } from './life/revoke.ts';
import type { SlipServices } from './services.ts';

export function addSlipRoutes(services: SlipServices): void {
  const { routes } = services.platform;
  routes.add(contract.createSlip, ({ actor, body, ip }) =>
    createSlip(services, actor, { ...body, ip }),
  );
  routes.add(contract.getSlipState, async ({ actor, params }) =>
    getSlipState(services, actor, await getSlip(services, actor, params.slipId)),
  );
  routes.add(contract.openSlip, async ({ actor, params, ip }) => ({
    content: await openSlip(services, actor, { ...params, ip }),
  }));
  routes.add(contract.revokeSlip, async ({ actor, params, ip }) => {
    await revokeSlip(services, actor, { ...params, ip });
    return { message: 'Slip revoked' };
  });
}
