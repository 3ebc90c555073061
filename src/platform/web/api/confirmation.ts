import type { ApiError } from './ApiError.ts';

/** Asks the user for their password; resolves to whether it was correct. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the component that shows the prompt; returns how to unregister it. */
export function answerConfirmation(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = undefined;
  };
}

/** Whether a call refused for lack of password confirmation can be repeated, because the user has confirmed. */
export async function isConfirmed({ code }: ApiError): Promise<boolean> {
  return code === 'password_confirmation_required' && ask !== undefined && (await ask());
}
