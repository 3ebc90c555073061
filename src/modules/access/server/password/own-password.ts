import * as z from 'zod/mini';
import type { Setting } from '../../../organization/server/public.ts';

/** Whether whoever gets a password from an administrator chooses their own at the next sign-in. */
export const ownPasswordSetting: Setting<boolean> = {
  name: 'own-password',
  schema: z.boolean(),
  fallback: true,
};
