import { Refused } from '@vitrine/client'
import type { AbandonedCheckoutView, Ok } from '@vitrine/contract'
import { useDeferredValue, useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { YourMessage } from '../../parts/your-message.tsx'
import { firstNameOf, words } from '../text.ts'

type Preview = Ok<'POST /vitrine/v1/abandoned-checkouts/{id}/preview'>

const settlesMs = 350

/** What a refused coupon says, from where it was refused. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Refused)) return undefined
  const { fieldViolations } = (error.data ?? {}) as { fieldViolations?: readonly { field?: string; description?: string }[] }
  return fieldViolations?.find(({ field }) => field === 'couponCode')?.description ?? error.message
}

/** An email by hand: its words and its coupon, and how it will look. */
export function ReminderDialog({ of: { abandonedCheckout: left }, onClose }: { of: AbandonedCheckoutView; onClose: () => void }) {
  const { act, busy } = useAct(words)
  const [message, setMessage] = useState('')
  const [code, setCode] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const said = useDeferredValue(
    JSON.stringify({ ...(code.trim() && { couponCode: code.trim() }), ...(message.trim() && { customMessage: message.trim() }) }),
  )
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      client.reminders.previewReminder({ id: left.id, ...(JSON.parse(said) as object) }, { signal: stop.signal }).then(
        (seen) => {
          setPreview(seen)
          setProblem(undefined)
        },
        (error: unknown) => !stop.signal.aborted && setProblem(problemOf(error)),
      )
    }, settlesMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [left.id, said])
  const send = () =>
    act(async () => {
      const { checkout } = await client.reminders.sendReminder({ id: left.id, ...(JSON.parse(said) as object) })
      onClose()
      return checkout.emailsSent > 0 && !checkout.nextEmailDate
        ? `The email to ${left.buyerInfo.email} is sent.`
        : `The email to ${left.buyerInfo.email} is on its way.`
    })
  return (
    <Dialog
      title={`Write to ${firstNameOf(left)}`}
      about={left.buyerInfo.email}
      wide
      says="The link restores the cart, in any browser."
      does="Send the email"
      busy={busy}
      disabled={problem !== undefined}
      onDo={() => void send()}
      onClose={onClose}
    >
      <div className="email-form">
        <div className="stack">
          <YourMessage value={message} onWrite={setMessage} rows={4} data-first="" />
          <TextField
            label="Coupon"
            optional
            value={code}
            maxLength={50}
            hint="Comes with the link."
            error={problem}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
        <div className="preview" aria-busy={!preview}>
          {preview && (
            <>
              <p className="small">
                <b>{preview.subject}</b>
              </p>
              {/* Nothing in it runs, and what it names stays where it is. */}
              <iframe title="The email" sandbox="" srcDoc={preview.html} />
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
