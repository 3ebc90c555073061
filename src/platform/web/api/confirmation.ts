import type { ApiError } from './ApiError.ts';

/** Asks the person for their password; answers whether they gave the right one. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Whoever shows the question hands it in; answers how to take it back. */
export function answerConfirmation(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = undefined;
  };
}

/** Whether a call that was refused for want of the password may be made again: the person has given it. */
export async function isConfirmed({ code }: ApiError): Promise<boolean> {
  return code === 'password_confirmation_required' && ask !== undefined && (await ask());
}
