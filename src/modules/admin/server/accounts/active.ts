import { AppError } from '../../../../platform/server/errors.ts';
import type { RequestContext } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract.ts';
import { assertMay } from '../acting/act.ts';
import { changeAccount } from '../acting/change.ts';

export function toggleStatus(platform: Platform): Handler<typeof calls.toggleStatus> {
  return async ({ params: { id }, ...context }) =>
    changeAccount(platform, context, id, (doer, row) => {
      assertMay(doer, 'status', row);
      return { changes: { isActive: !row.is_active } };
    });
}

/** Each account on its own: an error for one does not affect the others. */
export function setManyActive(platform: Platform): Handler<typeof calls.setManyActive> {
  return async ({ body: { userIds, isActive }, ...context }) => {
    const results = [];
    for (const userId of new Set(userIds)) {
      const error = await setActive(platform, context, userId, isActive);
      results.push({ userId, done: error === null, error });
    }
    return { results };
  };
}

async function setActive(
  platform: Platform,
  context: RequestContext,
  id: number,
  isActive: boolean,
): Promise<string | null> {
  try {
    await changeAccount(platform, context, id, (doer, row) => {
      assertMay(doer, 'status', row);
      return { changes: row.is_active === isActive ? {} : { isActive } };
    });
    return null;
  } catch (error) {
    // A rejection is the result for this account; internal errors are not shown to anyone.
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}
