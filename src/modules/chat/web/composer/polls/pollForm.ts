import { reasonProblem } from '../urgent/reason.ts';

export const fewestOptions = 2;
export const mostOptions = 10;
export const optionMaxLength = 200;

export interface PollForm {
  question: string;
  options: readonly string[];
  multiple: boolean;
  /** Why it cannot wait; null: it can. */
  urgent: string | null;
}

export interface PollErrors {
  question?: string;
  options?: string;
  urgent?: string;
}

export const blankPoll = (): PollForm => ({
  question: '',
  options: ['', ''],
  multiple: false,
  urgent: null,
});

/** The options that say something. */
export function filledOptions({ options }: PollForm): string[] {
  return options.map((option) => option.trim()).filter((option) => option !== '');
}

export function checkPoll(form: PollForm): PollErrors {
  const filled = filledOptions(form);
  const urgent = form.urgent === null ? undefined : reasonProblem(form.urgent);
  const different = new Set(filled.map((option) => option.toLowerCase())).size;
  return {
    ...(form.question.trim() === '' && { question: 'Please write a question.' }),
    ...(filled.length < fewestOptions
      ? { options: 'A poll must have at least two options.' }
      : different < filled.length && { options: 'Two options say the same.' }),
    ...(urgent && { urgent }),
  };
}
