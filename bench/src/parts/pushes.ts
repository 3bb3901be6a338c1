import { setTimeout as wait } from 'node:timers/promises';
import { clockTask } from '../../../server/src/modules/publication/jobs.ts';
import { connect } from '../../../server/src/platform/db.ts';
import { inChild } from '../child.ts';
