import * as z from 'zod/mini';

/** At most this many voter ids are sent per option; `listVoters` pages through all of them. */
export const shownVoters = 50;

const option = z.object({
  id: z.number(),
  text: z.string(),
  /** In the order they voted. */
  voters: z.array(z.number()),
  /** The total, when it exceeds `voters`. */
  count: z.optional(z.number()),
  /** With `count`, over HTTP only: whether the requesting user is one of them. */
  mine: z.optional(z.boolean()),
});
export type PollOption = z.output<typeof option>;

/** A poll's question is its message's content. Its options are numbered from 1. */
export const poll = z.object({
  options: z.array(option),
  multiple: z.boolean(),
  closedAt: z.nullable(z.string()),
  /** The number of people who voted, when not all are listed. */
  voterCount: z.optional(z.number()),
});
export type Poll = z.output<typeof poll>;

/** One person's current votes, sent with the event that changed them. */
export const vote = z.object({ userId: z.number(), options: z.array(z.number()) });
export type Vote = z.output<typeof vote>;
