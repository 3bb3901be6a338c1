import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtFiles, DIST } from './built-files.ts';

const PAGE = /^src\/pages\/(.*)\.tsx$/;

/**
 * In kilobytes, compressed with gzip. None may grow; React and the router alone are 90 of each page
 * (decision 85).
 */
const MOST = { landing: 75, login: 105, dashboard: 180 };

interface Weight {
  what: string;
  kilobytes: number;
  most: number;
}

/** The script that each page of the portal loads before it is drawn, and what it may weigh. */
export function scriptWeights(): Weight[] {
  const web = builtFiles();
  const weigh = (what: string, document: string, most: number, page?: string): Weight => ({
    what,
    kilobytes: web.scripts(document, page).reduce((sum, file) => sum + gzipped(file), 0) / 1000,
    most,
  });
  const pagesOf = (document: string, most: number) =>
    web
      .late(document)
      .flatMap((source) => PAGE.exec(source)?.[1] ?? [])
      .sort()
      .map((name) => weigh(name, document, most, `src/pages/${name}.tsx`));
  return [
    weigh('landing page', 'index.html', MOST.landing),
    weigh('contact page', 'contact.html', MOST.login),
    ...pagesOf('auth.html', MOST.login),
    ...pagesOf('app.html', MOST.dashboard),
  ];
}

const gzipped = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
