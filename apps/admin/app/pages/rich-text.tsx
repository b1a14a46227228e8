import { TableKit } from '@tiptap/extension-table'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { PageBlock, PageField } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { fromEditor, toEditor } from './convert.ts'
import { fieldNode, pictureNode } from './field-node.ts'
import { Tools } from './tools.tsx'

interface RichTextProps {
  /** Of the label that stands over it. */
  labelledBy: string
  value: readonly PageBlock[]
  /** What the settings say in the places of fields. */
  fields: ReadonlyMap<PageField, string>
  disabled: boolean
  onChange: (blocks: PageBlock[]) => void
}

/** Writes the document of a page. Loaded when it is needed, for the editor library is large. */
export default function RichText({ labelledBy, value, fields, disabled, onChange }: RichTextProps) {
  const written = useRef(JSON.stringify(value))
  const changed = useRef(onChange)
  useEffect(() => {
    changed.current = onChange
  })
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        blockquote: false,
        code: false,
        codeBlock: false,
        horizontalRule: false,
        strike: false,
        underline: false,
        heading: { levels: [2, 3] },
        link: { openOnClick: false, protocols: ['http', 'https', 'mailto', 'tel'] },
      }),
      TableKit.configure({ table: { resizable: false } }),
      fieldNode(fields),
      pictureNode,
    ],
    content: toEditor(value),
    editable: !disabled,
    // The style sheet has it: a style element would need a hole in the content security policy.
    injectCSS: false,
    editorProps: { attributes: { class: 'doc', role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy } },
    onUpdate({ editor: now }) {
      const blocks = fromEditor(now.getJSON())
      written.current = JSON.stringify(blocks)
      changed.current(blocks)
    },
  })
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  // What was discarded, restored or saved by somebody else stands here as well.
  useEffect(() => {
    const outside = JSON.stringify(value)
    if (outside === written.current) return
    written.current = outside
    editor.commands.setContent(toEditor(value), { emitUpdate: false })
  }, [editor, value])
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      link: now.isActive('link'),
      list: now.isActive('bulletList'),
      numbered: now.isActive('orderedList'),
      heading: now.isActive('heading', { level: 2 }),
      subheading: now.isActive('heading', { level: 3 }),
      table: now.isActive('table'),
    }),
  })
  return (
    <>
      {!disabled && <Tools editor={editor} active={active} />}
      <EditorContent editor={editor} />
    </>
  )
}
