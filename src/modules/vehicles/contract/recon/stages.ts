export const stages = [
  'intake',
  'inspection',
  'approval',
  'mechanical',
  'body',
  'detail',
  'photos',
  'frontline',
] as const;
export type Stage = (typeof stages)[number];

export const stageNames: Record<Stage, string> = {
  intake: 'Intake',
  inspection: 'Inspection',
  approval: 'Approval',
  mechanical: 'Mechanical',
  body: 'Body',
  detail: 'Detail',
  photos: 'Photos',
  frontline: 'Frontline',
};

/** Stages with a time limit. */
export type LimitedStage = Exclude<Stage, 'frontline'>;
export const limitedStages = stages.filter((one): one is LimitedStage => one !== 'frontline');

/** Default limits: five days in total, twice that with body work. */
export const stageLimitHours: Record<LimitedStage, number> = {
  intake: 24,
  inspection: 24,
  approval: 8,
  mechanical: 48,
  body: 96,
  detail: 24,
  photos: 24,
};

const place = (stage: Stage) => stages.indexOf(stage);

/** Whether this move spends money that is not approved yet, which takes a manager. */
export const passesApproval = (from: Stage, to: Stage) =>
  place(from) <= place('approval') && place(to) > place('approval');

/** The next or previous stage; null at either end. */
export const stageBeside = (stage: Stage, step: 1 | -1): Stage | null =>
  stages[place(stage) + step] ?? null;
