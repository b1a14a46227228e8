import { EmailLink } from './email-link.tsx'
import { useOneClick } from './one-click.ts'

interface Said {
  readonly title: string
  readonly text: string
}

interface StopEmailsProps {
  token: string | undefined
  /** Whether its reader wants them: as the page was opened, and as it was changed since. Undefined where the link has run out. */
  before: boolean | undefined
  changed: { readonly wanted: boolean | undefined } | undefined
  over: Said
  asks: Said
  stopped: Said
  resumed: Said
  stop: string
  resume: string
}

/** What the link at the foot of an email leads to: its reader stops emails of this kind, and takes them again. */
export function StopEmails({ token, before, changed, over, asks, stopped, resumed, stop, resume }: StopEmailsProps) {
  const wanted = changed ? changed.wanted : before
  useOneClick(wanted === undefined ? undefined : token)
  const said = wanted === undefined ? over : !changed ? asks : wanted ? resumed : stopped
  const button = changed && !wanted ? { label: resume, intent: 'resume' } : { label: stop, intent: 'stop' }
  return <EmailLink {...said} token={token} button={wanted === undefined ? undefined : button} />
}
