import type { Promotion } from '@vitrine/contract'
import { GripVertical } from 'lucide-react'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Icon } from '../../parts/icon.tsx'
import { useReorder } from '../../parts/reorder.ts'
import { useMay } from '../../shell/layout.tsx'
import { PromotionState } from '../state.tsx'
import { refusals } from '../text.ts'

/** The order in which rules take from what the ones before left: by mouse, finger and arrow keys. It counts at once. */
export function Stacking({ rules, current }: { rules: readonly Promotion[]; current: string | undefined }) {
  const mayWrite = useMay()('promotions.write')
  const { act } = useAct(refusals)
  const ids = rules.map(({ discountRule }) => discountRule!.id)
  const nameOf = (id: string) => rules.find(({ discountRule }) => discountRule!.id === id)?.discountRule!.name ?? ''
  const order = (next: readonly string[]) => client.promotions.orderDiscountRules({ discountRuleIds: [...next] })
  const { list, said, item, handle } = useReorder<HTMLOListElement>({
    ids,
    disabled: !mayWrite,
    called: nameOf,
    onOrder: (next, from, to) =>
      act(async () => {
        await order(next)
        return {
          says: `${nameOf(ids[from]!)} comes ${ordinal(to + 1)}.`,
          undo: () => void act(async () => (await order(ids), 'The order is as it was.')),
        }
      }),
  })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Order among rules</h2>
        <p>Each takes from what the ones before it left</p>
      </header>
      <ol className="stacking" ref={list}>
        {rules.map(({ discountRule, state }, i) => {
          const { id, name } = discountRule!
          return (
            <li key={id} {...item(id)} {...(id === current && { 'data-on': '' })}>
              {mayWrite && (
                <button type="button" className="grip" aria-label={`Move ${name}: arrow keys`} {...handle(id)}>
                  <Icon of={GripVertical} />
                </button>
              )}
              <span className="num faint">{i + 1}</span>
              {id === current ? (
                <b className="grow">{name}</b>
              ) : (
                <Link className="a grow" to={`/promotions/rules/${id}`}>
                  {name}
                </Link>
              )}
              <PromotionState of={state} />
            </li>
          )
        })}
      </ol>
      <p className="vh" role="status">
        {said}
      </p>
    </section>
  )
}

const ordinal = (n: number): string => {
  const end = n % 10 === 1 && n !== 11 ? 'st' : n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th'
  return `${n}${end}`
}
