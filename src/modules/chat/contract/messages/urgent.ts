import * as z from 'zod/mini';
import { findCustomerData } from '../guard/find.ts';

/** So many of one person's in an hour, in all conversations together. */
export const urgentPerHour = 5;
export const urgentReasonMaxLength = 200;
/** Why a message cannot wait: it is read on locked phones and in the activity log. */
const urgentReason = z.string().check(
  z.trim(),
  z.minLength(3, 'Please say in a few words why it cannot wait.'),
  z.maxLength(
    urgentReasonMaxLength,
    `The reason must be at most ${urgentReasonMaxLength} characters long.`,
  ),
  z.refine(
    (reason) => findCustomerData(reason).length === 0,
    'The reason must not hold customer data.',
  ),
);

/** Said with a message: it cannot wait, and who asked for quiet is told of it all the same. */
export const urgent = z.nullable(z.strictObject({ reason: urgentReason }));
