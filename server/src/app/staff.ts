import { catalogueOperation } from '../modules/catalogue/service.ts';
import { seriesOperation } from '../modules/coupons/service.ts';
import {
  creditsOperation,
  debtOperation,
  deletionOperation,
  discountOperation,
  emailOperation,
  factorOperation,
} from '../modules/customers/service.ts';
import { finalOperation } from '../modules/moderation/service.ts';
import { fullOperation, refundOperation } from '../modules/money-desk/service.ts';
import { newsletterOperation } from '../modules/newsletter/service.ts';
import type { StaffDeps } from '../modules/staff/actions.ts';
import { makeOwner } from '../modules/staff/service.ts';
import { textOperation } from '../modules/texts/service.ts';
import { relyingPartyOf } from '../platform/factors/passkeys.ts';
import type { Config } from './config.ts';

/** What the back office needs, at the screens and on the command line. */
export function staffDeps(config: Config): StaffDeps {
  const { publicUrl, authenticatorLabel, sessionSecret, fourEyes, dutyEmail } = config;
  return {
    publicUrl,
    dutyEmail,
    party: relyingPartyOf({ publicUrl, name: authenticatorLabel, secret: sessionSecret }),
    solo: fourEyes === 'solo',
    // Each module that has changes for a second person to allow brings them here.
    operations: [
      makeOwner,
      creditsOperation(config),
      debtOperation(config),
      emailOperation(config),
      factorOperation(config),
      deletionOperation(config),
      finalOperation,
      catalogueOperation,
      newsletterOperation,
      textOperation,
      refundOperation,
      fullOperation,
      seriesOperation,
      discountOperation,
    ],
  };
}
