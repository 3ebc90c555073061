import { type Grants, permits } from '../../../platform/contract/access.ts';

/** Whether somebody with these grants sees and changes whole records of people. */
export const manages = (grants: Grants): boolean => permits({ admin: 'user_management' }, grants);
