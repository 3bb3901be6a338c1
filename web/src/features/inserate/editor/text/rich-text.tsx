/** The editor of the description; `description-field.tsx` loads it on demand. */
import { Toolbar } from '@base-ui/react/toolbar';
import {
  EditorContent,
  type Editor as TipTap,
  useEditorState,
  useEditor as useTipTap,
} from '@tiptap/react';
import {
  Bold,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  Underline,
} from 'lucide-react';
import { type PointerEvent, useEffect, useMemo } from 'react';
import { useControlProps } from '../../../../ui/field.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { DESCRIPTION_EXTENSIONS, HEADING_LEVELS, withOurHeadings } from './rich-text-rules.ts';
import './rich-text.css';

interface Props {
  label: string;
  /** Simple HTML (`shared/inserate/html.ts`), empty when nothing is there to be read. */
  value: string;
  onChange: (html: string) => void;
}

export function RichText({ label, value, onChange }: Props) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = useControlProps({});
  const editorProps = useMemo(
    () => ({
      attributes: {
        ...(id && { id }),
        class: 'rte-body',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(invalid && { 'aria-invalid': 'true' }),
      },
      transformPastedHTML: withOurHeadings,
    }),
    [id, label, describedBy, invalid],
  );
  const editor = useTipTap({
    extensions: DESCRIPTION_EXTENSIONS,
    content: value,
    editorProps,
    // The content policy allows no style elements; `editor.css` holds what it needs.
    injectCSS: false,
    onUpdate: ({ editor }) => onChange(htmlOf(editor)),
  });
  useEffect(() => {
    // What comes from outside, such as a restored draft. Its own changes come back as they went.
    if (value !== htmlOf(editor)) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="rte" data-slot="rich-text" aria-invalid={invalid}>
      <Tools editor={editor} />
      <EditorContent
        editor={editor}
        // A browser brings a text that is edited into view by its caret, an empty one not at all.
        onKeyUp={({ key, currentTarget }) =>
          key === 'Tab' && currentTarget.scrollIntoView({ block: 'nearest' })
        }
      />
    </div>
  );
}

const htmlOf = (editor: TipTap): string => (editor.isEmpty ? '' : editor.getHTML());

interface Tool {
  icon: LucideIcon;
  label: string;
  isOn: (editor: TipTap) => boolean;
  press: (editor: TipTap) => unknown;
}

const mark = (name: 'bold' | 'italic' | 'underline', icon: LucideIcon, label: string): Tool => ({
  icon,
  label,
  isOn: (editor) => editor.isActive(name),
  press: (editor) => editor.chain().focus().toggleMark(name).run(),
});

const HEADING_ICONS = { 1: Heading1, 2: Heading2, 3: Heading3 } as const;

/** Aligns the chosen paragraphs and headings; null is left. */
const align = (
  value: 'align-center' | 'align-right' | null,
  icon: LucideIcon,
  label: string,
): Tool => ({
  icon,
  label,
  isOn: (editor) => {
    const { align } = editor.getAttributes(editor.isActive('heading') ? 'heading' : 'paragraph');
    return (align ?? null) === value;
  },
  press: (editor) =>
    editor
      .chain()
      .focus()
      .updateAttributes('paragraph', { align: value })
      .updateAttributes('heading', { align: value })
      .run(),
});

const GROUPS: readonly { label: string; tools: readonly Tool[] }[] = [
  {
    label: 'Schrift',
    tools: [
      mark('bold', Bold, 'Fett'),
      mark('italic', Italic, 'Kursiv'),
      mark('underline', Underline, 'Unterstrichen'),
    ],
  },
  {
    label: 'Überschriften',
    tools: HEADING_LEVELS.map((level) => ({
      icon: HEADING_ICONS[level],
      label: `Überschrift ${level}`,
      isOn: (editor) => editor.isActive('heading', { level }),
      press: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    })),
  },
  {
    label: 'Listen',
    tools: [
      {
        icon: List,
        label: 'Liste',
        isOn: (editor) => editor.isActive('bulletList'),
        press: (editor) => editor.chain().focus().toggleBulletList().run(),
      },
      {
        icon: ListOrdered,
        label: 'Nummerierte Liste',
        isOn: (editor) => editor.isActive('orderedList'),
        press: (editor) => editor.chain().focus().toggleOrderedList().run(),
      },
    ],
  },
  {
    label: 'Ausrichtung',
    tools: [
      align(null, TextAlignStart, 'Links'),
      align('align-center', TextAlignCenter, 'Mitte'),
      align('align-right', TextAlignEnd, 'Rechts'),
    ],
  },
];

/** One stop of the Tab key; the arrows go from button to button. */
function Tools({ editor }: { editor: TipTap }) {
  const on = useEditorState({
    editor,
    selector: ({ editor }) => GROUPS.map(({ tools }) => tools.map((tool) => tool.isOn(editor))),
  });
  return (
    <Toolbar.Root className="rte-bar" aria-label="Formatierung">
      {GROUPS.map(({ label, tools }, group) => (
        <Toolbar.Group key={label} className="rte-group" aria-label={label}>
          {tools.map((tool, index) => (
            <Toolbar.Button
              key={tool.label}
              aria-pressed={on[group]?.[index] ?? false}
              onPointerDown={keepSelection}
              onMouseDown={keepSelection}
              onClick={() => tool.press(editor)}
              render={<IconButton icon={tool.icon} label={tool.label} />}
            />
          ))}
        </Toolbar.Group>
      ))}
    </Toolbar.Root>
  );
}

/** A press of the mouse or a finger leaves the cursor, and on phones the keyboard, where it is. */
const keepSelection = (event: PointerEvent | React.MouseEvent) => event.preventDefault();
