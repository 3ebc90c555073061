/**
 * A user record changed, was created or deleted: `{ userId }`. Published on the bus after COMMIT by every
 * `announce…` of this module; it invalidates caches of people.
 */
export const peopleChanged = 'people.changed';

/**
 * Fields outside the record changed: the chosen status, or the last sign-in: `{ userIds }`. Published on the
 * bus after COMMIT by the modules that own them.
 */
export const peopleTouched = 'people.touched';
