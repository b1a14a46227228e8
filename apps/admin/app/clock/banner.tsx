import { FastForward, Play, Snowflake } from 'lucide-react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShop } from '../shop.ts'
import { hearClock, shownNow, useHeardClock } from './shop-time.ts'
import { fullTime } from './text.ts'

/** Says on every page that the shop's clock does not go with real time. */
export function ClockBanner({ mayTurn }: { mayTurn: boolean }) {
  const heard = useHeardClock()
  const { timeZone } = useShop()
  const { act, busy } = useAct()
  if (!heard || heard.clock.state === 'REAL') return null
  const frozen = heard.clock.state === 'FROZEN'
  const turn = () =>
    act(async () => {
      const { storeClock } = await (frozen ? client.storeClock.run({}) : client.storeClock.returnToRealTime({}))
      hearClock(storeClock)
      return frozen ? 'The clock runs on from there.' : 'The clock is back in real time.'
    })
  return (
    <div className="banner" role="status" data-tone="info">
      <Icon of={frozen ? Snowflake : FastForward} />
      <p>
        <Link to="/clock">
          <b>{frozen ? 'The shop’s clock stands' : 'The shop’s clock is ahead'}</b>
        </Link>{' '}
        at {fullTime(shownNow(heard), timeZone)}. Real time goes on.
      </p>
      {mayTurn && (
        <Button small icon={Play} disabled={busy} onClick={() => void turn()}>
          {frozen ? 'Let it run' : 'Back to real time'}
        </Button>
      )}
    </div>
  )
}
