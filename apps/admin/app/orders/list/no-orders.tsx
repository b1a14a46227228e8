import { Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { copied } from '../../parts/copied.ts'
import { Empty } from '../../parts/empty.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { useMay } from '../../shell/layout.tsx'
import { readSteps } from '../../start/read-facts.ts'
import { whyNoOrders } from '../../start/steps.ts'

/** In place of the first order: what has to be done before somebody can buy, else the link to pass on. */
export function NoOrders() {
  const mayLook = useMay()('settings.read')
  const [why, setWhy] = useState<ReturnType<typeof whyNoOrders> | 'waiting'>(mayLook ? 'waiting' : undefined)
  useEffect(() => {
    if (!mayLook) return undefined
    const leaving = new AbortController()
    // Without an answer the usual words stand.
    readSteps(leaving.signal).then(
      (steps) => setWhy(whyNoOrders(steps)),
      () => setWhy((before) => (before === 'waiting' && !leaving.signal.aborted ? undefined : before)),
    )
    return () => leaving.abort()
  }, [mayLook])
  if (why === 'waiting') return <div className="empty" aria-busy="true" />
  if (!why)
    return (
      <Empty title="No orders yet" act={<CopyShopLink />}>
        The first one appears here as soon as somebody buys.
      </Empty>
    )
  return (
    <Empty
      title={why.title}
      act={
        <ButtonLink kind="primary" to="/start">
          {why.does}
        </ButtonLink>
      }
    >
      {why.words}
    </Empty>
  )
}

function CopyShopLink() {
  const say = useSay()
  const copy = async () => {
    if (await copied(`${location.origin}/`)) say({ text: 'The link to the shop is copied.' })
  }
  return (
    <Button icon={Link2} onClick={() => void copy()}>
      Copy the link to the shop
    </Button>
  )
}
