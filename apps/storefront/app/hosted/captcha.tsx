import type { SignInPage } from '@vitrine/contract'
import { createElement, useEffect, useState } from 'react'

/** No logo, no waiting for show, and nothing noted of how somebody moves. */
const configuration = JSON.stringify({ hideLogo: true, hideFooter: true, minDuration: 0, humanInteractionSignature: false })

export interface CaptchaProps {
  signIn: Pick<SignInPage, 'captcha' | 'captchaSiteKeys'>
  /** What the server answered last; `captcha` where somebody is to be asked. */
  said: { captcha?: boolean } | undefined
}

/**
 * Tells people from programs, with nobody else involved: the browser solves a puzzle of the shop's. It is loaded only where it is asked for: first
 * without being seen, and with a box to tick where that did not count.
 */
export function Captcha({ signIn: { captcha, captchaSiteKeys }, said }: CaptchaProps) {
  // A puzzle is good once: after each answer of the server there is another one.
  const [round, setRound] = useState(0)
  const [heard, setHeard] = useState(said)
  if (heard !== said) {
    setHeard(said)
    setRound(round + 1)
  }
  const kind = said?.captcha ? 'visible' : captcha === 'ALWAYS' ? 'invisible' : undefined
  const ready = useWidget(kind !== undefined)
  if (!kind) return null
  return (
    <div className={kind === 'visible' ? 'captcha' : undefined}>
      <p className="no-script small soft">To tell you from a program, this step needs script. Switch it on for a moment, please.</p>
      <input type="hidden" name="captcha-kind" value={kind} />
      {ready &&
        createElement('altcha-widget', {
          key: `${kind}-${round}`,
          challenge: `/vitrine/v1/captcha/challenge?${new URLSearchParams({ siteKey: captchaSiteKeys[kind] })}`,
          configuration,
          name: 'captcha',
          display: kind === 'visible' ? 'standard' : 'invisible',
          auto: kind === 'visible' ? 'off' : 'onload',
          language: 'en',
        })}
    </div>
  )
}

function useWidget(wanted: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void import('./altcha.ts').then(() => gone || setReady(true))
    return () => {
      gone = true
    }
  }, [wanted])
  return ready
}
