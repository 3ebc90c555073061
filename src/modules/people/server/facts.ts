/**
 * Something of somebody's record changed, or somebody came or went: `{ userId }`. Published on the bus
 * after COMMIT by every `announce…` of this room; what is remembered of people is forgotten then.
 */
export const peopleChanged = 'people.changed';
