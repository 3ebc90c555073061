import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { answers, outcomes, visitResults, visitSteps } from '../../contract/lead.ts';
import type { Status } from '../../contract/status.ts';

export const leadHref = (id: number) => `/customers/leads?lead=${id}`;

export const tones: Record<Status, Tone> = {
  new: 'accent',
  attempted: 'warning',
  contacted: 'info',
  appointment: 'info',
  showed: 'success',
  sold: 'success',
  lost: 'neutral',
  duplicate: 'neutral',
};

export type How = (typeof answers)[number];
export type Outcome = (typeof outcomes)[number];

export const howNames: Record<How, string> = {
  call: 'Call',
  text: 'Text',
  email: 'Email',
  visit: 'Visit',
};
export const outcomeNames: Record<Outcome, string> = {
  reached: 'Reached',
  left_message: 'Left message',
  sent: 'Sent',
  no_answer: 'No answer',
};

export const visitStepNames: Record<(typeof visitSteps)[number], string> = {
  arrived: 'Came to the showroom',
  returned: 'Came back to the showroom',
  test_drive: 'Test drive',
  write_up: 'Write-up',
  left: 'Left the showroom',
};
export const visitResultNames: Record<(typeof visitResults)[number], string> = {
  sold: 'Sold',
  appointment: 'Appointment',
  be_back: 'Coming back',
  left: '',
};

/** `(316) 555-0142 ext. 7`, of `+13165550142;ext=7`; other countries' numbers as they are dialed. */
export function dialedOf(phone: string): string {
  const [number = '', extension] = phone.split(';ext=');
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  const dialed = area ? `(${area}) ${exchange}-${line}` : number;
  return extension ? `${dialed} ext. ${extension}` : dialed;
}

interface Car {
  year: number | null;
  make: string;
  model: string;
  trim: string;
}

/** `2024 Ford Escape SEL` */
export const carOf = ({ year, make, model, trim }: Car) =>
  [year, make, model, trim].filter(Boolean).join(' ');
