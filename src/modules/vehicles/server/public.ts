export { type ImportedVehicle, importVehicles } from './import.ts';
export { vehicleSource, vehicleTarget } from './source.ts';
