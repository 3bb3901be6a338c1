import * as contract from '@samtrot/shared/delivery-receipts/contract.ts';
import { implement } from '../../platform/action.ts';
import * as receipts from './service.ts';

export const deliveryReceiptActions = implement(contract, { getDelivery: receipts.read });
