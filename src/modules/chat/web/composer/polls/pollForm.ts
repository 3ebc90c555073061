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
  /** Which option is wrong, counted from 0, and how. */
  option?: { index: number; problem: string };
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
  const urgent = form.urgent === null ? undefined : reasonProblem(form.urgent);
  const option = checkOptions(form);
  return {
    ...(form.question.trim() === '' && { question: 'Please write a question.' }),
    ...(option && { option }),
    ...(urgent && { urgent }),
  };
}

function checkOptions(form: PollForm): PollErrors['option'] {
  const said = form.options.map((option) => option.trim().toLowerCase());
  if (filledOptions(form).length < fewestOptions) {
    return { index: said.indexOf(''), problem: 'A poll must have at least two options.' };
  }
  const index = said.findIndex((option, at) => option !== '' && said.indexOf(option) < at);
  if (index < 0) return undefined;
  const first = said.indexOf(said[index] ?? '');
  return { index, problem: `This says the same as option ${first + 1}.` };
}
