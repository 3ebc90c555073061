export { stageLimitHours } from '../contract/recon/stages.ts';
export { type ImportedVehicle, importVehicles } from './import.ts';
export {
  findStockCar,
  followDeal,
  listSellableCars,
  type SaleStep,
  type StockCar,
  takeTradeIn,
} from './sale.ts';
export { vehicleSource, vehicleTarget } from './source.ts';
export { tellChanged as tellVehicleChanged } from './telling.ts';
