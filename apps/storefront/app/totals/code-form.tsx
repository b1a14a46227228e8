import { Button, Icon, Message, useMoneyText } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { type IdleCode, idleText } from './codes.ts'

/** A code that was tried and not taken. */
export interface WrongCode {
  written: string
  why: string
}

interface CodeFormProps {
  label: string
  /** Where it is sent; to the page itself where nothing is said. */
  action?: string
  /** The code that is on. */
  code: string | undefined
  idle: IdleCode | undefined
  wrong: WrongCode | undefined
  /** All that is on: the field is empty again when that changes. */
  holds: string | undefined
  hint: string
  /** Whether the hint is news, to be read out when it changes. */
  isNews?: boolean
}

/** Where a code is written down, and what became of the one that was tried last. */
export function CodeForm({ label, action, code, idle, wrong, holds, hint, isNews = false }: CodeFormProps) {
  const text = useMoneyText()
  const busy = useNavigation().formData?.get('intent') === 'code'
  const to = action === undefined ? {} : { action }
  return (
    <>
      {idle && code && (
        <Message
          className="code__idle"
          tone="warn"
          what={idleText(idle, text)}
          ways={
            <Form method="post" {...to} preventScrollReset className="fix">
              <input type="hidden" name="intent" value="uncode" />
              <button className="link">Take it off</button>
            </Form>
          }
        >
          It takes nothing off for now.
        </Message>
      )}
      <Form method="post" {...to} preventScrollReset onSubmit={(event) => busy && event.preventDefault()}>
        <input type="hidden" name="intent" value="code" />
        <label className="label" htmlFor="voucher">
          {label}
        </label>
        <div className="foot__form code__row">
          <input
            key={wrong ? 'wrong' : holds}
            className={wrong ? 'input input--bad' : 'input'}
            id="voucher"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            required
            defaultValue={wrong?.written}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong || hint ? 'voucher-says' : undefined}
          />
          <Button line busy={busy}>
            Add
          </Button>
        </div>
        {wrong ? (
          <p className="bad code__says" id="voucher-says" role="alert">
            <Icon of={CircleAlert} />
            <span>{[wrong.why, code && `${code} is still on.`].filter(Boolean).join(' ')}</span>
          </p>
        ) : (
          hint && (
            <p className="hint code__says" id="voucher-says" role={isNews ? 'status' : undefined}>
              {hint}
            </p>
          )
        )}
      </Form>
    </>
  )
}
