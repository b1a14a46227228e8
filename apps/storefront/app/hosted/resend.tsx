import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Countdown, useSecondsLeft } from './countdown.tsx'

export interface ResendProps {
  /** For how many seconds no other email is sent. */
  seconds: number
  children: ReactNode
  /** What else the server needs to know. */
  more?: Readonly<Record<string, string>>
}

/** Asks for another email, a minute after the last one. */
export function Resend({ seconds, children, more = {} }: ResendProps) {
  const left = useSecondsLeft(seconds)
  return (
    <Form method="post" className="resend" onSubmit={(event) => left > 0 && event.preventDefault()}>
      <input type="hidden" name="intent" value="resend" />
      {Object.entries(more).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="link" aria-disabled={left > 0 || undefined}>
        {children}
      </button>
      <Countdown left={left} />
    </Form>
  )
}
