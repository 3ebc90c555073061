import * as contract from '../contract.ts';
import { getSlip } from './find.ts';
import { getSlipState } from './following/state.ts';
import { createSlip } from './life/create.ts';
import { openSlip } from './life/open.ts';
import { revokeSlip } from './life/revoke.ts';
import type { SlipServices } from './services.ts';

export function addSlipRoutes(desk: SlipServices): void {
  const { routes } = desk.platform;
  routes.add(contract.createSlip, ({ actor, body, ip }) =>
    createSlip(desk, actor, { ...body, ip }),
  );
  routes.add(contract.getSlipState, async ({ actor, params }) =>
    getSlipState(desk, actor, await getSlip(desk, actor, params.slipId)),
  );
  routes.add(contract.openSlip, async ({ actor, params, ip }) => ({
    content: await openSlip(desk, actor, { ...params, ip }),
  }));
  routes.add(contract.revokeSlip, async ({ actor, params, ip }) => {
    await revokeSlip(desk, actor, { ...params, ip });
    return { message: 'Slip revoked' };
  });
}
