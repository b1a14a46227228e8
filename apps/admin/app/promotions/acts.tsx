import type { Promotion } from '@vitrine/contract'
import { Copy, Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import type { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { switchTo } from './switch.ts'

interface Props {
  of: Pick<Promotion, 'coupon' | 'discountRule'>
  name: string
  active: boolean
  small?: boolean
  acting: ReturnType<typeof useAct>
  onCopy: () => void
  onDelete: () => void
}

/** Pausing or resuming a coupon or a rule, and what else can be done to it. */
export function PromotionActs({ of, name, active, small = false, acting: { act, busy }, onCopy, onDelete }: Props) {
  return (
    <>
      <Button
        small={small}
        icon={active ? Pause : Play}
        disabled={busy}
        onClick={() =>
          void act(async () => {
            await switchTo(of, !active)
            return `${name} is switched ${active ? 'off' : 'on'}.`
          })
        }
      >
        {active ? 'Pause' : 'Resume'}
      </Button>
      <Menu label="More" button={<IconButton small={small} icon={Ellipsis} name="More" />}>
        <MenuItem icon={Copy} onChoose={onCopy}>
          Copy
        </MenuItem>
        <MenuItem icon={Trash2} warns onChoose={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </>
  )
}
