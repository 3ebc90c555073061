export { checkOutHandover, reconHandover, walkHandover } from './handover.ts';
export { type ImportedVehicle, importDeposits, importVehicles } from './import.ts';
export { checkOutVehicle, explainCheckOut } from './out/check-out.ts';
export { canWrite as canCheckOut } from './policy.ts';
export { publishVehicleChanged } from './publish.ts';
export {
  assertNotReserved,
  correctSaleDay,
  followDeal,
  type SaleStep,
} from './sales/follow-deal.ts';
export {
  followImportedSales,
  type ImportedSale,
  matchSoldCars,
  type SoldCar,
  undoImportedSales,
} from './sales/imported.ts';
export { findStockCar, listSellableCars, type StockCar } from './sales/stock-cars.ts';
export { addTradeIn } from './sales/trade-in.ts';
export { vehicleSource, vehicleTarget } from './source.ts';
