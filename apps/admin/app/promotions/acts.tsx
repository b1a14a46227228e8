import type { Promotion } from '@vitrine/contract'
import { Copy, Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pop } from '../parts/pop.tsx'
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
  const [more, setMore] = useState(false)
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
      <Pop
        label="More"
        open={more}
        onClose={() => setMore(false)}
        button={<IconButton small={small} icon={Ellipsis} name="More" aria-expanded={more} onClick={() => setMore(!more)} />}
      >
        <button type="button" className="mi" onClick={onCopy}>
          <Icon of={Copy} />
          Copy
        </button>
        <button
          type="button"
          className="mi danger"
          onClick={() => {
            setMore(false)
            onDelete()
          }}
        >
          <Icon of={Trash2} />
          Delete
        </button>
      </Pop>
    </>
  )
}
