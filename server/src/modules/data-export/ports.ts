import type { DataKeys } from '../../platform/data-key.ts';
import type { Logger } from '../../platform/log.ts';
import type { OwnTable } from '../../platform/own-data.ts';
import type { DocumentDeps } from '../documents/service.ts';
import type { FileStore } from '../media/service.ts';

/** What a copy is made with. */
export interface ExportDeps {
  /** Where the encrypted ZIPs are stored. */
  exports: FileStore;
  /** Where images and videos are stored. */
  media: FileStore;
  /** Where files of messages are stored, encrypted. */
  attachments: FileStore;
  documents: DocumentDeps;
  keys: DataKeys;
  /** Tables of what stands above the modules. */
  further: readonly OwnTable[];
  /** Local folder for work in progress. */
  work: string;
  log: Logger;
}
