import { createLooseFiles } from '../../../../platform/server/storage/looseFiles.ts';

export const { onLooseKey, claimBytes, deleteBytes, sweepLooseBytes } =
  createLooseFiles('vehicle_loose_files');
