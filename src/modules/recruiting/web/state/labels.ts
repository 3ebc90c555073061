import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import {
  type Applicant,
  type Choices,
  type PositionStatus,
  type Recommendation,
  type Source,
  type Stage,
  storeFilters,
} from '../../contract.ts';

export const recruitingHref = '/people/recruiting';
export const applicantHref = (id: number) => `${recruitingHref}?applicant=${id}`;
export const applicantsHref = (positionId: number) =>
  `${recruitingHref}?view=applicants&positionId=${positionId}`;

export const offeredStores = ({ stores: own, keepsGroup }: Choices) =>
  storeFilters.filter((one) => (one === 'group' ? keepsGroup : own.includes(one)));

export const statusNames: Record<PositionStatus, string> = {
  open: 'Open',
  on_hold: 'On hold',
  filled: 'Filled',
  closed: 'Closed',
};
export const statusTones: Record<PositionStatus, Tone> = {
  open: 'success',
  on_hold: 'warning',
  filled: 'info',
  closed: 'neutral',
};

export const stageNames: Record<Stage, string> = {
  applied: 'Applied',
  screening: 'Screening',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};
export const stageTones: Record<Stage, Tone> = {
  applied: 'neutral',
  screening: 'info',
  interview: 'info',
  offer: 'accent',
  hired: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
};

export const sourceNames: Record<Source, string> = {
  website: 'Website',
  job_board: 'Job board',
  referral: 'Referral',
  agency: 'Agency',
  walk_in: 'Walk-in',
  internal: 'Internal',
  other: 'Other',
};

export const recommendationNames: Record<Recommendation, string> = {
  hire: 'Hire',
  unsure: 'Unsure',
  do_not_hire: 'Don’t hire',
};

/** What an end of the application does to the interviews ahead, after another sentence. */
export const canceledText = ({ nextInterviewAt }: Pick<Applicant, 'nextInterviewAt'>) =>
  nextInterviewAt === null ? '' : ' Planned interviews are canceled.';
