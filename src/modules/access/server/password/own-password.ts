import * as z from 'zod/mini';
import type { Setting } from '../../../organization/server/public.ts';

/** Whether a password set by an administrator must be changed at the next sign-in. */
export const ownPasswordSetting: Setting<boolean> = {
  name: 'own-password',
  schema: z.boolean(),
  fallback: true,
};
