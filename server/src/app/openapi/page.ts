import { join } from 'node:path';
import { composeOffline } from '../compose-offline.ts';
import { apiDocument } from './document.ts';
import { renderMarkdown } from './markdown.ts';

/** The one committed rendering of the document, so that a change of the API shows in review. */
export const API_PAGE = join(import.meta.dirname, '../../../../docs/API.md');

export const renderApiPage = (): string => renderMarkdown(apiDocument(composeOffline().handlers));
