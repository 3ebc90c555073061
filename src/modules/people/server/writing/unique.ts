import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';

const taken: Record<string, [field: string, sentence: string]> = {
  users_username_key: ['username', 'This username is already taken'],
  users_email_key: ['email', 'This email address is already in use'],
  users_emrn_key: ['emrn', 'This employee number is already in use'],
};

/** Runs the write; a value that is already taken throws `conflict` under its field. */
export async function rejectTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const [field, sentence] = taken[violatedConstraint(error) ?? ''] ?? [];
    if (field && sentence) throw conflict(sentence, { [field]: sentence });
    throw error;
  }
}
