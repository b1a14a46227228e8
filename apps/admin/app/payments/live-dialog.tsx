import { Refused } from '@vitrine/client'
import type { LiveChecklistItem } from '@vitrine/contract'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { refusalText } from './refusal-text.ts'

interface LiveDialogProps {
  /** Whether the keys are for tests: for those only the account is checked. */
  isTest: boolean
  busy: boolean
  onLive: () => void
  onClose: () => void
}

const names: Readonly<Record<LiveChecklistItem['id'], { readonly name: string; readonly to?: string }>> = {
  ACCOUNT: { name: 'Stripe account' },
  HTTPS: { name: 'Encryption', to: '/system' },
  EMAIL: { name: 'Email', to: '/mail' },
  CLOCK: { name: 'Store clock', to: '/clock' },
  WEBHOOK: { name: 'Webhook' },
  LEGAL_PAGES: { name: 'Legal pages', to: '/pages' },
  TAXES: { name: 'Taxes', to: '/taxes' },
  DELIVERY: { name: 'Delivery', to: '/shipping' },
}

const states = {
  OK: { key: 'ok', says: 'In order', sign: <Glyph of="c-full" /> },
  WARNING: { key: 'warn', says: 'Should be better', sign: <Glyph of="t-warn" /> },
  FAILED: { key: 'bad', says: 'Keeps the shop from going live', sign: <Glyph of="c-x" /> },
} as const

/** What a shop needs before it takes real money. */
export function LiveDialog({ isTest, busy, onLive, onClose }: LiveDialogProps) {
  const [items, setItems] = useState<readonly LiveChecklistItem[]>()
  const [problem, setProblem] = useState<string>()
  const [nth, setNth] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    client.paymentSettings.getLiveChecklist({}, { signal: leaving.signal }).then(
      (found) => setItems(found.items),
      (error: unknown) => leaving.signal.aborted || setProblem(error instanceof Refused ? refusalText(error) : 'The shop did not answer.'),
    )
    return () => leaving.abort()
  }, [nth])
  const again = () => {
    setItems(undefined)
    setProblem(undefined)
    setNth(nth + 1)
  }
  const blocked = (items ?? []).filter(({ id, status }) => status === 'FAILED' && (!isTest || id === 'ACCOUNT')).length
  return (
    <Dialog
      title={isTest ? 'Use Stripe with test keys?' : 'Go live?'}
      about={
        isTest
          ? 'New orders are paid at Stripe with its test cards. No money moves.'
          : 'New orders are paid with real money from then on. Orders that test cards paid stay in the list.'
      }
      wide
      does={isTest ? 'Use test keys' : 'Go live'}
      says={blocked > 0 && `${blocked === 1 ? 'One thing keeps' : `${blocked} things keep`} the shop from it.`}
      also={
        <Button icon={RefreshCw} disabled={!items && !problem} onClick={again}>
          Check again
        </Button>
      }
      busy={busy}
      disabled={!items || blocked > 0}
      onClose={onClose}
      onDo={onLive}
    >
      {problem && <p role="alert">{problem}</p>}
      {!items && !problem && <p role="status">Looking at the shop and asking Stripe…</p>}
      {items && (
        <ul className="health checks" aria-label="Before going live">
          {items.map(({ id, status, message }) => {
            const { name, to } = names[id]
            const { key, says, sign } = states[status]
            return (
              <li key={id} data-k={key}>
                <span className="hs">
                  {sign}
                  <span className="vh">{says}</span>
                </span>
                <span className="two">
                  <b>{name}</b>
                  <span>{message}</span>
                </span>
                <span className="right">
                  {to && status !== 'OK' && (
                    <Link className="btn small" to={to} onClick={onClose}>
                      <span>Open</span>
                      <span className="vh"> {name}</span>
                    </Link>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
