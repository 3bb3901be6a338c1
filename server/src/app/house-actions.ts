import { auditActions } from '../modules/audit/actions.ts';
import { catalogueActions } from '../modules/catalogue/actions.ts';
import { digestActions } from '../modules/digest/actions.ts';
import { figureActions } from '../modules/figures/actions.ts';
import { modeActions } from '../modules/moderation/actions.ts';
import { newsletterStaffActions } from '../modules/newsletter/actions.ts';
import { noticeStaffActions } from '../modules/notices/actions.ts';
import { approvalActions, type StaffDeps, teamActions } from '../modules/staff/actions.ts';
import { textStaffActions } from '../modules/texts/actions.ts';
import type { Handler } from '../platform/action.ts';
import type { Config } from './config.ts';
import { textSettings } from './text-settings.ts';

/** Calls of the back office about the house itself, which need nothing but its people. */
export const houseActions = (config: Config, staff: StaffDeps): Handler[] => [
  ...modeActions,
  ...figureActions,
  ...digestActions,
  ...approvalActions(staff),
  ...catalogueActions(staff),
  ...noticeStaffActions,
  ...newsletterStaffActions({ ...config, solo: staff.solo }),
  ...textStaffActions({ solo: staff.solo, texts: textSettings(config) }),
  ...teamActions(staff),
  ...auditActions,
];
