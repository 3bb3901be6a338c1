import { saveClubImage } from '@samtrot/shared/clubs/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { uploadError } from '../../media/upload-failure.ts';
import type { Sending } from '../../media/upload-queue.ts';

type Saved = Output<typeof saveClubImage>;

const NO_ANSWER = 0;
const toDataUrl = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });

/** The call that adds a picture; only XMLHttpRequest reports the progress of an upload. */
export async function sendPicture(
  file: File,
  of: { club_id?: number },
  { signal, onProgress }: Sending,
): Promise<Saved> {
  const body = JSON.stringify({
    ...of,
    name: file.name.slice(0, 300),
    base64ImageString: await toDataUrl(file),
  });
  signal.throwIfAborted();
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api?action=${saveClubImage.name}`);
    request.setRequestHeader('content-type', 'application/json');
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.floor((loaded / total) * 100));
    const refuse = () => fail(uploadError(request.status, request.responseText));
    request.onerror = () => fail(uploadError(NO_ANSWER, ''));
    request.onabort = request.onerror;
    request.onload = () =>
      request.status === 200 ? done(JSON.parse(request.responseText) as Saved) : refuse();
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
