import * as z from 'zod/mini';

/** So many people who chose an option are named by their ids; `listVoters` names the rest. */
export const shownVoters = 50;

const option = z.object({
  id: z.number(),
  text: z.string(),
  /** Who chose it first stands first. */
  voters: z.array(z.number()),
  /** How many chose it, where that is more than `voters` names. */
  count: z.optional(z.number()),
  /** Beside `count`, over HTTP: whether the asker is one of them. */
  mine: z.optional(z.boolean()),
});
export type PollOption = z.output<typeof option>;

/** A poll's question is its message's content. Its options are numbered from 1. */
export const poll = z.object({
  options: z.array(option),
  multiple: z.boolean(),
  closedAt: z.nullable(z.string()),
  /** How many people voted at all, where not all are named. */
  voterCount: z.optional(z.number()),
});
export type Poll = z.output<typeof poll>;

/** The votes of one person as they are now, by which a frame says what it changed. */
export const vote = z.object({ userId: z.number(), options: z.array(z.number()) });
export type Vote = z.output<typeof vote>;
