import { type Grants, permits } from '../../../platform/contract/access.ts';

/** Whether these grants include user management: reading and changing full records. */
export const manages = (grants: Grants): boolean => permits({ admin: 'user_management' }, grants);
