import type { Editor } from '@tiptap/core'
import type { PageField } from '@vitrine/contract'
import { Bold, Braces, Heading2, Heading3, Image, Italic, Link, List, ListOrdered, type LucideIcon, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MediaPicker } from '../media/picker.tsx'
import { IconButton } from '../parts/button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { fieldNames } from './text.ts'

export interface Active {
  readonly bold: boolean
  readonly italic: boolean
  readonly link: boolean
  readonly list: boolean
  readonly numbered: boolean
  readonly heading: boolean
  readonly subheading: boolean
  readonly table: boolean
}

const fields = Object.keys(fieldNames) as PageField[]

/** What can be done to the text, as buttons over it. */
export function Tools({ editor, active }: { editor: Editor; active: Active }) {
  const [asking, setAsking] = useState<'link' | 'picture'>()
  const chain = () => editor.chain().focus()
  const tool = (icon: LucideIcon, name: string, on: boolean, run: () => void) => (
    // The text keeps the focus: what is typed next goes into it.
    <IconButton small icon={icon} name={name} aria-pressed={on} onMouseDown={(event) => event.preventDefault()} onClick={run} />
  )
  return (
    <>
      <div className="acts text-tools" role="group" aria-label="Format">
        {tool(Bold, 'Bold', active.bold, () => chain().toggleBold().run())}
        {tool(Italic, 'Italic', active.italic, () => chain().toggleItalic().run())}
        {tool(Link, 'Link', active.link, () => setAsking('link'))}
        {tool(List, 'List', active.list, () => chain().toggleBulletList().run())}
        {tool(ListOrdered, 'Numbered list', active.numbered, () => chain().toggleOrderedList().run())}
        {tool(Heading2, 'Heading', active.heading, () => chain().toggleHeading({ level: 2 }).run())}
        {tool(Heading3, 'Subheading', active.subheading, () => chain().toggleHeading({ level: 3 }).run())}
        {active.table ? (
          <Menu label="Table" button={<IconButton small icon={Table2} name="Table" aria-pressed />}>
            <MenuItem onChoose={() => chain().addRowAfter().run()}>Add a row below</MenuItem>
            <MenuItem onChoose={() => chain().addColumnAfter().run()}>Add a column after</MenuItem>
            <MenuItem onChoose={() => chain().toggleHeaderRow().run()}>First row is the head</MenuItem>
            <MenuItem icon={Trash2} onChoose={() => chain().deleteRow().run()}>
              Delete this row
            </MenuItem>
            <MenuItem icon={Trash2} onChoose={() => chain().deleteColumn().run()}>
              Delete this column
            </MenuItem>
            <MenuItem icon={Trash2} warns onChoose={() => chain().deleteTable().run()}>
              Delete the table
            </MenuItem>
          </Menu>
        ) : (
          tool(Table2, 'Table', false, () => chain().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run())
        )}
        {tool(Image, 'Picture', false, () => setAsking('picture'))}
        <Menu label="From the settings" button={<IconButton small icon={Braces} name="From the settings" />}>
          {fields.map((field) => (
            <MenuItem key={field} onChoose={() => chain().insertContent({ type: 'field', attrs: { field } }).run()}>
              {fieldNames[field]}
            </MenuItem>
          ))}
        </Menu>
      </div>
      {asking === 'link' && (
        <LinkDialog
          href={(editor.getAttributes('link')['href'] as string | undefined) ?? ''}
          onSet={(href) => {
            setAsking(undefined)
            const link = chain().extendMarkRange('link')
            if (href === '') link.unsetLink().run()
            else if (editor.state.selection.empty && !active.link)
              link.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
            else link.setLink({ href }).run()
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'picture' && (
        <MediaPicker
          kinds={['IMAGE']}
          single
          onClose={() => setAsking(undefined)}
          onChoose={([file]) => {
            setAsking(undefined)
            const image = file?.media?.image?.image
            if (!file || !image) return
            const picture = { id: file.id, alt: image.altText ?? '', width: image.width, height: image.height }
            chain().insertContent({ type: 'picture', attrs: picture }).run()
          }}
        />
      )}
    </>
  )
}
