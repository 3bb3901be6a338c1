import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { entryOf } from './call.ts';

export interface SentFile {
  id: number;
  name: string;
}

/** What the server said about a file it does not take; null when it could not be asked. */
export class FileRefused extends Error {}

/** Uploads a file for a message; `fetch` tells nothing of the progress of what it sends. */
export async function sendFile(
  action: string,
  file: File,
  { onProgress, signal }: { onProgress(percent: number): void; signal: AbortSignal },
): Promise<SentFile> {
  const content = await base64Of(file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const failed = (said?: string) =>
      reject(new FileRefused(said ?? 'Nicht hochgeladen. Versuche es noch einmal.'));
    request.open('POST', `${entryOf()}?action=${action}`);
    request.setRequestHeader('content-type', 'application/json');
    request.setRequestHeader(OWN_HEADER, '1');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.floor((loaded * 100) / Math.max(1, total)));
    request.onerror = () => failed();
    request.onabort = () => failed();
    request.onload = () => {
      const { response } = request;
      if (request.status === 200) resolve(response.file);
      else failed(response?.errors?.content ?? response?.errors?.name ?? response?.message);
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(JSON.stringify({ name: file.name, content }));
  });
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).split(',')[1] ?? '');
    reader.onerror = () => reject(new FileRefused('Diese Datei lässt sich nicht lesen.'));
    reader.readAsDataURL(file);
  });
