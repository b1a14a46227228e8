import type { FileDescriptor } from '@vitrine/contract'
import { ChevronDown, Link } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { useSay } from '../parts/toasts.tsx'
import { pictureAt, sizeOf } from './text.ts'

/** Longest sides that a picture is linked in. */
const sides = [1600, 800, 400]

/** Copies the address of a file; of a picture that is larger, also the address of it in a smaller size. */
export function CopyLink({ of }: { of: FileDescriptor }) {
  const say = useSay()
  const copy = (address: string) => void navigator.clipboard.writeText(address).then(() => say({ text: 'The link is copied.' }))
  const picture = of.mediaType === 'IMAGE' ? pictureAt(of) : undefined
  const { width = 0, height = 0 } = sizeOf(of) ?? {}
  const smaller = picture === undefined ? [] : sides.filter((side) => side < Math.max(width, height))
  if (smaller.length === 0)
    return (
      <Button icon={Link} onClick={() => copy(of.url)}>
        Copy link
      </Button>
    )
  return (
    <Menu
      label="Copy link"
      button={
        <button type="button" className="btn">
          <Icon of={Link} />
          <span>Copy link</span>
          <Icon of={ChevronDown} small />
        </button>
      }
    >
      <MenuItem onChoose={() => copy(of.url)}>{`As it is, ${width} × ${height}`}</MenuItem>
      {smaller.map((side) => (
        <MenuItem key={side} onChoose={() => copy(new URL(`${picture}/fit/w_${side},h_${side}`, of.url).href)}>
          {`Up to ${side} pixels`}
        </MenuItem>
      ))}
    </Menu>
  )
}
