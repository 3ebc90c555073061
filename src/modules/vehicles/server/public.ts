export { type ImportedVehicle, importVehicles } from './import.ts';
export { publishChanged as publishVehicleChanged } from './publish.ts';
export {
  followImportedSales,
  type ImportedSale,
  matchSoldCars,
  type SoldCar,
  undoImportedSales,
} from './sales/imported.ts';
export {
  addTradeIn,
  findStockCar,
  followDeal,
  listSellableCars,
  type SaleStep,
  type StockCar,
} from './sales/sale.ts';
export { vehicleSource, vehicleTarget } from './source.ts';
