import { sql } from 'kysely';
import { isHrWriter } from '../../employees/server/public.ts';

/** Condition on `users u`: an active HR writer in the HR department, who is notified of credentials. */
export const keepsCredentials = sql<boolean>`(${isHrWriter} and u.department = 'hr')`;
