import { type Grants, permits } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import type { listUsers } from '../contract.ts';

/** Whether these grants include user management: reading and changing full records. */
export const manages = (grants: Grants): boolean => permits({ admin: 'user_management' }, grants);

type Query = Pick<ValidOf<typeof listUsers>['query'], 'store' | 'state' | 'sort'>;

/** Filters and orders reveal the fields they look at, so these are the fields the reader may see. */
export const canListBy = (grants: Grants, { store, state, sort }: Query): boolean =>
  manages(grants) ||
  (store === undefined && state !== 'waiting' && (sort === 'name' || sort === '-role'));
