import { AppError } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract.ts';
import { type Asking, assertMay } from '../acting/act.ts';
import { changeAccount } from '../acting/change.ts';

export function toggleStatus(platform: Platform): Handler<typeof calls.toggleStatus> {
  return async ({ params: { id }, ...asking }) =>
    changeAccount(platform, asking, id, (doer, row) => {
      assertMay(doer, 'status', row);
      return { changes: { isActive: !row.is_active } };
    });
}

/** Each account on its own, by the rules of one: what is refused for one leaves the others as they are. */
export function setManyActive(platform: Platform): Handler<typeof calls.setManyActive> {
  return async ({ body: { userIds, isActive }, ...asking }) => {
    const results = [];
    for (const userId of new Set(userIds)) {
      const error = await setActive(platform, asking, userId, isActive);
      results.push({ userId, done: error === null, error });
    }
    return { results };
  };
}

async function setActive(
  platform: Platform,
  asking: Asking,
  id: number,
  isActive: boolean,
): Promise<string | null> {
  try {
    await changeAccount(platform, asking, id, (doer, row) => {
      assertMay(doer, 'status', row);
      return { changes: row.is_active === isActive ? {} : { isActive } };
    });
    return null;
  } catch (error) {
    // A refusal is the answer for this one account; anything else is for nobody to hear.
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}
