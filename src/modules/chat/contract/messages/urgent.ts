import * as z from 'zod/mini';
import { findCustomerData } from '../../../data-guard/contract.ts';

/** Per person, across all conversations. */
export const urgentPerHour = 5;
export const urgentReasonMaxLength = 200;
/** Why a message can't wait; visible on locked phones and in the activity log. */
const urgentReason = z.string().check(
  z.trim(),
  z.minLength(3, 'Enter a short reason why it can’t wait.'),
  z.maxLength(
    urgentReasonMaxLength,
    `The reason must be at most ${urgentReasonMaxLength} characters long.`,
  ),
  z.refine(
    (reason) => findCustomerData(reason).length === 0,
    'The reason can’t contain customer data.',
  ),
);

/** Marks a message as urgent: it overrides do-not-disturb. */
export const urgent = z.nullable(z.strictObject({ reason: urgentReason }));
