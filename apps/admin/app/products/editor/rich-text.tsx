import { Bold, Heading2, Italic, Link, List, type LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'

interface RichTextProps {
  label: string
  /** HTML. */
  value: string
  disabled: boolean
  onChange: (html: string) => void
}

const tools: readonly { readonly name: string; readonly icon: LucideIcon; readonly command: string; readonly value?: string }[] = [
  { name: 'Bold', icon: Bold, command: 'bold' },
  { name: 'Italic', icon: Italic, command: 'italic' },
  { name: 'Link', icon: Link, command: 'createLink' },
  { name: 'List', icon: List, command: 'insertUnorderedList' },
  { name: 'Heading', icon: Heading2, command: 'formatBlock', value: 'h2' },
]

/** Nothing but what an emptied field leaves behind. */
const plain = (html: string): string => (/^(<(p|div)>)?(<br>)?(<\/(p|div)>)?$/.test(html.trim()) ? '' : html)

/**
 * Text with a few kinds of emphasis, as HTML. The browser's own editing commands do it: every browser has them, they undo with ⌘Z, and what
 * they write is cleaned by the shop when it is saved.
 */
export function RichText({ label, value, disabled, onChange }: RichTextProps) {
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const written = useRef<string>(undefined)
  const range = useRef<Range>(undefined)
  const [linking, setLinking] = useState<string>()
  useEffect(() => {
    // What came from the field itself stands in it already; writing it again would move the caret.
    if (field.current && written.current !== value) {
      const cleaned = new DOMParser().parseFromString(value, 'text/html')
      for (const bad of cleaned.querySelectorAll('script, style, iframe, object, embed, link, meta')) bad.remove()
      for (const element of cleaned.body.querySelectorAll('*'))
        for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name)
      field.current.replaceChildren(...cleaned.body.childNodes)
      written.current = value
    }
  }, [value])
  const tell = () => {
    const html = plain(field.current!.innerHTML.replaceAll('&nbsp;', ' '))
    written.current = html
    onChange(html)
  }
  const run = (command: string, argument?: string) => {
    field.current!.focus()
    document.execCommand('defaultParagraphSeparator', false, 'p')
    document.execCommand(command, false, argument)
    tell()
  }
  const press = (command: string, argument?: string) => {
    if (command !== 'createLink') {
      const isHeading = argument === 'h2' && document.queryCommandValue('formatBlock').toLowerCase() === 'h2'
      return run(command, isHeading ? 'p' : argument)
    }
    const selection = document.getSelection()
    if (!selection || selection.rangeCount === 0 || !field.current!.contains(selection.anchorNode)) return field.current!.focus()
    range.current = selection.getRangeAt(0).cloneRange()
    setLinking('')
  }
  const link = () => {
    const selection = document.getSelection()!
    field.current!.focus()
    selection.removeAllRanges()
    selection.addRange(range.current!)
    const address = linking!.trim()
    setLinking(undefined)
    const href = /^(https?:|mailto:|\/)/.test(address) ? address : `https://${address}`
    if (selection.isCollapsed) run('insertHTML', `<a href="${escaped(href)}">${escaped(address)}</a>`)
    else run('createLink', href)
  }
  return (
    <div className="field">
      <div className="row between">
        <span className="lbl" id={`${id}-l`}>
          {label}
        </span>
        {!disabled && (
          <div className="acts" role="toolbar" aria-label={`Format of ${label.toLowerCase()}`}>
            {tools.map(({ name, icon, command, value: argument }) => (
              <IconButton
                key={name}
                small
                icon={icon}
                name={name}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => press(command, argument)}
              />
            ))}
          </div>
        )}
      </div>
      <div
        ref={field}
        className="input rich"
        role="textbox"
        aria-multiline="true"
        aria-labelledby={`${id}-l`}
        tabIndex={0}
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={tell}
        onFocus={() => {
          document.execCommand('defaultParagraphSeparator', false, 'p')
          // The first line would be no paragraph otherwise.
          if (field.current!.innerHTML === '') beginParagraph(field.current!)
        }}
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }}
        onDrop={(event) => event.preventDefault()}
      />
      {linking !== undefined && (
        <Dialog
          title="Link"
          about="Where the selected words lead."
          does="Set the link"
          busy={false}
          disabled={linking.trim() === ''}
          onDo={link}
          onClose={() => setLinking(undefined)}
        >
          <TextField
            label="Address"
            placeholder="https://"
            inputMode="url"
            value={linking}
            onChange={({ target }) => setLinking(target.value)}
          />
        </Dialog>
      )}
    </div>
  )
}

function beginParagraph(field: HTMLElement): void {
  const paragraph = document.createElement('p')
  paragraph.append(document.createElement('br'))
  field.append(paragraph)
  document.getSelection()?.collapse(paragraph, 0)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
