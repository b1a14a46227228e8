import { Message } from '@vitrine/ui'
import { ReturnRows } from './status.tsx'
import type { FormView } from './view.ts'

const whys: Readonly<Record<Exclude<FormView['state'], 'OPEN'>, { what: string; says: string }>> = {
  NOTHING: { what: 'Nothing of it can come back now.', says: 'It is not with you yet, or all of it came back.' },
  TOO_LATE: { what: 'It is too late to send this order back.', says: 'If something is wrong with it, write to us all the same.' },
  CLOSED: { what: 'We take no requests here at the moment.', says: 'Write to us, and we see what we can do.' },
}

/** Why nothing can be asked for, and what was before. */
export function Closed({ of, href }: { of: FormView; href: (id: string) => string }) {
  if (of.state === 'OPEN') return null
  const { what, says } = whys[of.state]
  return (
    <>
      <Message tone="warn" what={what}>
        {says}
      </Message>
      {of.returns.length > 0 && <ReturnRows of={of.returns} href={href} />}
    </>
  )
}
