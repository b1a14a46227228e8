import { Icon } from '@vitrine/ui'
import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { goOn, type Lost, letGo, useLost } from './connection.ts'

/** What has become of what was pressed, and above all of money. */
function fateOf({ waits, unknown }: Lost): string {
  if (unknown)
    return 'It was lost while you paid. We ask as soon as it is back, and say what became of it. You do not pay twice, so please stay here.'
  switch (waits) {
    case 'PAYMENT':
      return 'Nothing was sent and nothing was charged. The payment goes on by itself when the connection is back.'
    case 'FORM':
      return 'Nothing is lost. What you pressed goes on by itself when the connection is back.'
    case 'PAGE':
      return 'The page comes by itself when the connection is back.'
    default:
      return 'This page and your bag stay as they are.'
  }
}

/** Says that the connection is lost, over the page that stays as it was. */
export function LostConnection() {
  const lost = useLost()
  const bar = useRef<HTMLDivElement>(null)
  const [was, setWas] = useState(false)
  if (lost && !was) setWas(true)
  const there = lost !== undefined
  // What lies over the page in the top layer would cover it otherwise.
  useEffect(() => {
    if (there) bar.current?.showPopover()
  }, [there])
  return (
    <>
      <div role="status" className="sr">
        {was && !lost && 'The connection is back.'}
      </div>
      <div role="alert">
        {lost && (
          <div className="lost" popover="manual" ref={bar}>
            <p className="small">
              <Icon of={WifiOff} small />{' '}
              <strong>
                No connection since {lost.since.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })}.
              </strong>{' '}
              {fateOf(lost)}
            </p>
            <p className="lost__ways small">
              <button type="button" className="text-button" onClick={goOn}>
                Try now
              </button>
              {lost.waits === 'PAYMENT' && (
                <button type="button" className="text-button" onClick={letGo}>
                  Do not pay
                </button>
              )}
            </p>
          </div>
        )}
      </div>
    </>
  )
}
