import { ArrowLeftFromLine, ArrowRightFromLine, GripVertical, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useReorder } from '../parts/reorder.ts'
import { newRow, type Row, wrongOf } from './rows.ts'

interface LinkRowsProps {
  /** What the list is called. */
  name: string
  rows: readonly Row[]
  /** The id of a list of addresses that the shop has. */
  known: string
  /** Whether links can stand below others. */
  nested?: boolean
  most: number
  disabled: boolean
  onChange: (rows: readonly Row[]) => void
}

/** Links in their order: written, moved by mouse, finger and keys, put below others. */
export function LinkRows({ name, rows, known, nested = false, most, disabled, onChange }: LinkRowsProps) {
  const { list, said, item, handle } = useReorder<HTMLUListElement>({
    ids: rows.map(({ key }) => key),
    disabled,
    called: (key) => rows.find((row) => row.key === key)?.label || 'link',
    onOrder: (keys) => onChange(keys.map((key) => rows.find((row) => row.key === key)!)),
  })
  const change = (key: string, part: Partial<Row>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <div role="group" aria-label={name}>
      <ul ref={list} className="reorder link-rows">
        {rows.map(({ key, label, href, depth }, at) => (
          <li key={key} {...item(key)} {...(depth === 1 && { 'data-below': '' })}>
            <button type="button" className="grip" disabled={disabled} aria-label={`Move ${label || 'link'}: arrow keys`} {...handle(key)}>
              <Icon of={GripVertical} />
            </button>
            <TextField
              hidden
              label={`Name of link ${at + 1}`}
              placeholder="Name"
              maxLength={60}
              disabled={disabled}
              value={label}
              onChange={({ target }) => change(key, { label: target.value })}
            />
            <TextField
              hidden
              mono
              label={`Address of link ${at + 1}`}
              placeholder="/about"
              maxLength={2000}
              list={known}
              disabled={disabled}
              value={href}
              error={label !== '' && href !== '' ? wrongOf({ label, href }) : undefined}
              onChange={({ target }) => change(key, { href: target.value })}
            />
            <span className="acts">
              {nested && (
                <IconButton
                  small
                  icon={depth === 0 ? ArrowRightFromLine : ArrowLeftFromLine}
                  name={depth === 0 ? `Put ${label || 'link'} below the one before` : `Move ${label || 'link'} out`}
                  disabled={disabled || (at === 0 && depth === 0)}
                  onClick={() => change(key, { depth: depth === 0 ? 1 : 0 })}
                />
              )}
              <IconButton
                small
                icon={Trash2}
                name={`Remove ${label || 'link'}`}
                disabled={disabled}
                onClick={() => onChange(rows.filter((row) => row.key !== key))}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="vh" role="status">
        {said}
      </p>
      {!disabled && rows.length < most && (
        <Button small icon={Plus} onClick={() => onChange([...rows, newRow()])}>
          Link
        </Button>
      )}
    </div>
  )
}
