import { join } from 'node:path';
import { composeOffline } from '../compose-offline.ts';
import { apiDocument } from './document.ts';
import { renderMarkdown } from './markdown.ts';

/** The committed rendering of the document, which shows API changes in review. */
export const API_PAGE = join(import.meta.dirname, '../../../../docs/API.md');

export const renderApiPage = (): string => renderMarkdown(apiDocument(composeOffline().handlers));
