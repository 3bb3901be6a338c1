/**
 * Looks for faces with what the browser itself brings (`FaceDetector`, on the device). We ship no
 * detector of our own; where the browser has none, faces are marked by hand
 * (docs/decisions/0036-photo-tools.md).
 */
import { faceStamp, type Rect, type Stamp } from './geometry.ts';

interface Detector {
  detect(source: CanvasImageSource): Promise<{ boundingBox: Rect }[]>;
}
type DetectorClass = new (options: { fastMode: boolean; maxDetectedFaces: number }) => Detector;

const MOST_FACES = 30;

const detectorClass = () => (globalThis as { FaceDetector?: DetectorClass }).FaceDetector;

export const canFindFaces = (): boolean => detectorClass() !== undefined;

/**
 * What hides the faces of the picture; null where the browser names a detector that does not work.
 */
export async function findFaces(canvas: HTMLCanvasElement): Promise<Stamp[] | null> {
  const FaceDetector = detectorClass();
  if (!FaceDetector) return null;
  try {
    const found = await new FaceDetector({ fastMode: false, maxDetectedFaces: MOST_FACES }).detect(
      canvas,
    );
    return found.map(({ boundingBox }) => faceStamp(boundingBox));
  } catch {
    return null;
  }
}
