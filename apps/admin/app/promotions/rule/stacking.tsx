import type { Promotion } from '@vitrine/contract'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { IconButton } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { moved } from '../../parts/moved.ts'
import { useMay } from '../../shell/layout.tsx'
import { PromotionState } from '../state.tsx'
import { refusals } from '../text.ts'

/** The order in which rules take from what the ones before left: by dragging, by buttons, by ⌥ and the arrow keys. It counts at once. */
export function Stacking({ rules, current }: { rules: readonly Promotion[]; current: string | undefined }) {
  const mayWrite = useMay()('promotions.write')
  const { act, busy } = useAct(refusals)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const ids = rules.map(({ discountRule }) => discountRule!.id)
  async function put(from: number, to: number) {
    if (busy || to < 0 || to >= rules.length || to === from) return
    const name = rules[from]!.discountRule!.name
    await act(async () => {
      await client.promotions.orderDiscountRules({ discountRuleIds: [...moved(ids, from, to)] })
      return {
        says: `${name} comes ${ordinal(to + 1)}.`,
        undo: () =>
          void act(async () => (await client.promotions.orderDiscountRules({ discountRuleIds: [...ids] }), 'The order is as it was.')),
      }
    })
    document.getElementById(`up-${ids[from]}`)?.focus()
  }
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Order among rules</h2>
        <p>Each takes from what the ones before it left</p>
      </header>
      <ol className="stacking">
        {rules.map(({ discountRule, state }, i) => {
          const { id, name } = discountRule!
          return (
            // Dragging is beside the buttons, which do the same.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={id}
              draggable={mayWrite}
              {...(id === current && { 'data-on': '' })}
              {...(over === i && dragged !== undefined && { 'data-over': '' })}
              onDragStart={() => setDragged(i)}
              onDragEnd={() => {
                setDragged(undefined)
                setOver(undefined)
              }}
              onDragOver={(event) => {
                event.preventDefault()
                setOver(i)
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined) void put(dragged, i)
              }}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                void put(i, i + (event.key === 'ArrowUp' ? -1 : 1))
              }}
            >
              {mayWrite && <Icon of={GripVertical} small />}
              <span className="num faint">{i + 1}</span>
              {id === current ? (
                <b className="grow">{name}</b>
              ) : (
                <Link className="a grow" to={`/promotions/rules/${id}`}>
                  {name}
                </Link>
              )}
              <PromotionState of={state} />
              {mayWrite && (
                <span className="acts">
                  <IconButton
                    small
                    id={`up-${id}`}
                    icon={ArrowUp}
                    name={`${name} earlier`}
                    aria-disabled={i === 0}
                    aria-keyshortcuts="Alt+ArrowUp"
                    onClick={() => void put(i, i - 1)}
                  />
                  <IconButton
                    small
                    icon={ArrowDown}
                    name={`${name} later`}
                    aria-disabled={i === rules.length - 1}
                    aria-keyshortcuts="Alt+ArrowDown"
                    onClick={() => void put(i, i + 1)}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const ordinal = (n: number): string => {
  const end = n % 10 === 1 && n !== 11 ? 'st' : n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th'
  return `${n}${end}`
}
