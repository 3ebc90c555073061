/**
 * Something of somebody's record changed, or somebody came or went: `{ userId }`. Published on the bus
 * after COMMIT by every `announce…` of this room; what is remembered of people is forgotten then.
 */
export const peopleChanged = 'people.changed';

/**
 * What somebody's row says beside their record changed: the status they chose, or when they last signed in:
 * `{ userIds }`. Published on the bus after COMMIT by the rooms that keep those.
 */
export const peopleTouched = 'people.touched';
