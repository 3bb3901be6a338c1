/** The row above the tools: the options of the selected one. */
import { Check, RotateCcw, RotateCw, ScanFace } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { canFindFaces } from './face-finder.ts';
import type { Turn } from './geometry.ts';
import './photo-editor.css';
import '../../ui/field.css';
import '../../ui/slider.css';

export type Tool = 'crop' | 'turn' | 'brush' | 'faces';

/** Sizes of the brush in percent of the picture's shorter side. */
export const BRUSH = { least: 3, most: 60, start: 14, startFace: 25 } as const;

const RATIOS = [
  { value: 'free', label: 'Frei', ratio: null },
  { value: '4:5', label: '4:5', ratio: 4 / 5 },
  { value: '1:1', label: '1:1', ratio: 1 },
] as const;
type RatioName = (typeof RATIOS)[number]['value'];

interface Props {
  tool: Tool;
  ratio: number | null;
  onRatio: (ratio: number | null) => void;
  canCrop: boolean;
  onCrop: () => void;
  onTurn: (turn: Turn) => void;
  percent: number;
  onPercent: (percent: number) => void;
  onFaces: () => void;
  said: string;
  still: boolean;
}

export function ToolOptions(props: Props) {
  const {
    tool,
    ratio,
    onRatio,
    canCrop,
    onCrop,
    onTurn,
    percent,
    onPercent,
    onFaces,
    said,
    still,
  } = props;
  return (
    <div className="photo-options">
      {tool === 'crop' && (
        <>
          <Segmented<RatioName>
            label="Form"
            value={RATIOS.find((entry) => entry.ratio === ratio)?.value ?? 'free'}
            onChange={(name) => onRatio(RATIOS.find(({ value }) => value === name)?.ratio ?? null)}
            items={RATIOS}
          />
          <Button variant="soft" icon={Check} disabled={!canCrop} onClick={onCrop}>
            Anwenden
          </Button>
        </>
      )}
      {tool === 'turn' && (
        <>
          <Button icon={RotateCcw} disabled={still} onClick={() => onTurn(3)}>
            Nach links
          </Button>
          <Button icon={RotateCw} disabled={still} onClick={() => onTurn(1)}>
            Nach rechts
          </Button>
        </>
      )}
      {tool === 'brush' && <SizeSlider label="Pinsel" percent={percent} onPercent={onPercent} />}
      {tool === 'faces' && (
        <>
          {canFindFaces() && (
            <Button variant="soft" icon={ScanFace} disabled={still} onClick={onFaces}>
              Gesichter verwischen
            </Button>
          )}
          <SizeSlider label="Grösse" percent={percent} onPercent={onPercent} />
        </>
      )}
      {(tool === 'brush' || tool === 'faces') && (
        <p className="help" role="status">
          {said ||
            `${tool === 'faces' ? 'Tippe auf ein Gesicht.' : 'Fahre über die Stelle.'} Bitte prüfe das Bild selbst.`}
        </p>
      )}
    </div>
  );
}

interface SliderProps {
  label: string;
  percent: number;
  onPercent: (percent: number) => void;
}

function SizeSlider({ label, percent, onPercent }: SliderProps) {
  const id = useId();
  return (
    <div className="photo-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="slider"
        type="range"
        min={BRUSH.least}
        max={BRUSH.most}
        value={percent}
        aria-valuetext={`${percent} Prozent`}
        onChange={(event) => onPercent(Number(event.target.value))}
      />
    </div>
  );
}
