import * as z from 'zod/mini';

/** Per person, across all conversations. */
export const urgentPerHour = 5;
export const urgentReasonMaxLength = 200;
/**
 * Why a message can't wait; visible on locked phones and in the activity log. That it contains no customer data is
 * checked by the server: every page loads this file, and must not load what finds such data.
 */
const urgentReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Enter a short reason why it can’t wait.'),
    z.maxLength(
      urgentReasonMaxLength,
      `The reason must be at most ${urgentReasonMaxLength} characters long.`,
    ),
  );

/** Marks a message as urgent: it overrides do-not-disturb. */
export const urgent = z.nullable(z.strictObject({ reason: urgentReason }));
export type Urgent = NonNullable<z.output<typeof urgent>>;
