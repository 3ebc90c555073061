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

/** Those a car may stay in for too long. */
export type LimitedStage = Exclude<Stage, 'frontline'>;
export const limitedStages = stages.filter((one): one is LimitedStage => one !== 'frontline');

/** How long is usual, until a store says otherwise: the five days of a good store, twice that with body work. */
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

/** Whether this step spends money nobody has approved yet: it takes a manager. */
export const passesApproval = (from: Stage, to: Stage) =>
  place(from) <= place('approval') && place(to) > place('approval');

/** The stage beside this one; null at either end. */
export const stageBeside = (stage: Stage, step: 1 | -1): Stage | null =>
  stages[place(stage) + step] ?? null;
