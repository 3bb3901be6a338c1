import { latePart } from '../../editor/late-part.tsx';
import { lazy } from '../../ui/lazy.tsx';
import type { LaterProps } from './banner-later.tsx';
import type { DialogsProps } from './wizard-dialogs.tsx';

/** Loaded before the first step is left, or beside the banner that opens on a later one. */
export const LaterStep = latePart<LaterProps>(() =>
  import('./banner-later.tsx').then((code) => code.LaterStep),
);

export const WizardDialogs = lazy<DialogsProps>(
  () => import('./banner-later.tsx').then((code) => code.WizardDialogs),
  ({ saving }) => ({ wanted: saving.question !== null, onClose: saving.closeQuestion }),
);
