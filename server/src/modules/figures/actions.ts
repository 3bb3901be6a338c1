import * as contract from '@samtrot/shared/figures/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { exportFigure, figures } from './service.ts';

export const figureActions: Handler[] = implement(contract, {
  getHouseFigures: figures,
  exportHouseFigure: exportFigure,
});
