import { z } from 'zod';
import { defineSettings } from '../../platform/settings.ts';

export interface VideoConfig {
  /** `accept-open`: production converts videos also where its workers keep the network. */
  videoSandbox: 'strict' | 'accept-open';
}

export const videoSettings = defineSettings({
  shape: { VIDEO_SANDBOX: z.enum(['strict', 'accept-open']).default('strict') },
  config: (values): VideoConfig => ({ videoSandbox: values.VIDEO_SANDBOX }),
});
