import { reasonProblem } from '../../parts/urgent/reason.ts';

export const fewestOptions = 2;
export const mostOptions = 10;
export const optionMaxLength = 200;

export interface PollForm {
  question: string;
  options: readonly string[];
  multiple: boolean;
  /** Why the poll is urgent; null: it is not. */
  urgent: string | null;
}

export interface PollErrors {
  question?: string;
  /** The invalid option's index, and the error. */
  option?: { index: number; problem: string };
  urgent?: string;
}

export const blankPoll = (): PollForm => ({
  question: '',
  options: ['', ''],
  multiple: false,
  urgent: null,
});

/** The non-blank options. */
export function filledOptions({ options }: PollForm): string[] {
  return options.map((option) => option.trim()).filter((option) => option !== '');
}

export function checkPoll(form: PollForm): PollErrors {
  const urgent = form.urgent === null ? undefined : reasonProblem(form.urgent);
  const option = checkOptions(form);
  return {
    ...(form.question.trim() === '' && { question: 'Enter a question.' }),
    ...(option && { option }),
    ...(urgent && { urgent }),
  };
}

function checkOptions(form: PollForm): PollErrors['option'] {
  const texts = form.options.map((option) => option.trim().toLowerCase());
  if (filledOptions(form).length < fewestOptions) {
    return { index: texts.indexOf(''), problem: 'A poll must have at least two options.' };
  }
  const index = texts.findIndex((option, at) => option !== '' && texts.indexOf(option) < at);
  if (index < 0) return undefined;
  const first = texts.indexOf(texts[index] ?? '');
  return { index, problem: `Same as option ${first + 1}.` };
}
