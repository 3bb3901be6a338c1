/** What is in the dialog of the photo tools: the picture, the tools, and what leads out. */
import { Dialog as Base } from '@base-ui/react/dialog';
import {
  Crop,
  Droplets,
  ListRestart,
  type LucideIcon,
  RotateCw,
  ScanFace,
  Undo2,
  X,
} from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { CropFrame } from './crop-frame.tsx';
import { isWhole, type Rect, widestCrop } from './geometry.ts';
import { HidingLayer } from './hiding-layer.tsx';
import type { Step } from './image-processor.ts';
import { PhotoCanvas, PhotoEnd, useVeil } from './photo-canvas.tsx';
import { BRUSH, type Tool, ToolOptions } from './tool-options.tsx';
import { usePhoto } from './use-photo.ts';
import './photo-editor.css';

const TOOLS: readonly { id: Tool; label: string; icon: LucideIcon }[] = [
  { id: 'crop', label: 'Zuschneiden', icon: Crop },
  { id: 'turn', label: 'Drehen', icon: RotateCw },
  { id: 'brush', label: 'Verwischen', icon: Droplets },
  { id: 'faces', label: 'Gesichter', icon: ScanFace },
];

interface Props {
  file: File;
  start?: Tool | undefined;
  onChanged: (changed: boolean) => void;
  onDone: (file: File) => void;
  onLeave: () => void;
}

export function PhotoEditor({ file, start = 'crop', onChanged, onDone, onLeave }: Props) {
  const photo = usePhoto(file);
  const { phase, size } = photo;
  const veil = useVeil();
  const [tool, setTool] = useState<Tool>(start);
  const [ratio, setRatio] = useState<number | null>(null);
  const [drawn, setDrawn] = useState<Rect | null>(null);
  const [percent, setPercent] = useState({ brush: BRUSH.start, faces: BRUSH.startFace });
  const [said, setSaid] = useState('');

  const frame = drawn ?? widestCrop(size, ratio);
  const waiting: Step | null =
    tool === 'crop' && !isWhole(frame, size) ? { kind: 'crop', crop: frame } : null;
  const changed = photo.changed || waiting !== null;
  // At once, and while it still works: a key pressed in the same moment must not throw away what
  // was done.
  const atStake = changed || phase === 'working';
  useLayoutEffect(() => onChanged(atStake), [atStake, onChanged]);

  const still = phase !== 'ready';
  const diameter =
    (Math.min(size.width, size.height) * percent[tool === 'faces' ? 'faces' : 'brush']) / 100;

  /** After what changes the picture, or goes back, the frame of before fits no longer. */
  const act = async (what: () => Promise<unknown>) => {
    setSaid('');
    await what();
    setDrawn(null);
    setRatio(null);
  };
  const choose = async (next: Tool) => {
    if (still || next === tool) return;
    if (waiting) await act(() => photo.take(waiting));
    setSaid('');
    setTool(next);
  };
  const hideFaces = async () => {
    setSaid('');
    const found = await photo.hideFaces();
    if (found === undefined) return;
    if (found === null)
      setSaid('Dieser Browser kann keine Gesichter suchen. Tippe auf jedes Gesicht.');
    else if (found === 0)
      setSaid('Kein Gesicht gefunden. Tippe auf das Gesicht oder nimm «Verwischen».');
    else
      setSaid(
        `${found === 1 ? '1 Gesicht' : `${found} Gesichter`} verwischt. Bitte prüfe das Bild selbst.`,
      );
  };
  const takeOver = async () => {
    const edited = await photo.finish(waiting);
    if (edited) onDone(edited);
  };
  const undo = () => (waiting ? act(async () => {}) : act(photo.undo));
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || still || !changed)
      return;
    event.preventDefault();
    void undo();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut is a second way; the button does the same
    <div className="photo-workspace" onKeyDown={press}>
      <div className="photo-head" data-keep-clear>
        <Base.Title className="h2 grow">Bild bearbeiten</Base.Title>
        <IconButton icon={Undo2} label="Rückgängig" disabled={still || !changed} onClick={undo} />
        <IconButton
          icon={ListRestart}
          label="Zurücksetzen"
          tipSide="left"
          disabled={still || !changed}
          onClick={() => act(photo.reset)}
        />
        <IconButton icon={X} label="Schliessen" tipSide="left" onClick={onLeave} />
      </div>
      <PhotoCanvas photo={photo} veil={veil}>
        {tool === 'crop' && (
          <CropFrame picture={size} frame={frame} ratio={ratio} onChange={setDrawn} />
        )}
        {(tool === 'brush' || tool === 'faces') && (
          <HidingLayer
            picture={size}
            mode={tool}
            diameter={diameter}
            onHide={(stamps) => act(() => photo.hide(stamps))}
          />
        )}
      </PhotoCanvas>
      <div className="photo-foot" data-keep-clear>
        <div
          className="photo-work"
          inert={veil.veiled || phase === 'opening' || phase === 'broken'}
        >
          <ToolOptions
            tool={tool}
            ratio={ratio}
            onRatio={(next) => {
              setRatio(next);
              setDrawn(null);
            }}
            canCrop={waiting !== null && !still}
            onCrop={() => waiting && act(() => photo.take(waiting))}
            onTurn={(turn) => act(() => photo.take({ kind: 'turn', turn }))}
            percent={tool === 'faces' ? percent.faces : percent.brush}
            onPercent={(next) => setPercent({ ...percent, [tool]: next })}
            onFaces={hideFaces}
            said={said}
            still={still}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row */}
          <div className="photo-tabs" role="group" aria-label="Werkzeug">
            {TOOLS.map(({ id, label, icon: Icon }) => (
              <button key={id} type="button" aria-pressed={id === tool} onClick={() => choose(id)}>
                <Icon className="i" aria-hidden />
                {label}
              </button>
            ))}
          </div>
        </div>
        <PhotoEnd
          phase={phase}
          veiled={veil.veiled}
          onCancel={onLeave}
          onWhole={takeOver}
          onDone={takeOver}
        />
      </div>
    </div>
  );
}
