import { createElement, useEffect, useState } from 'react'

export interface CaptchaProps {
  /** With a box to tick, or without being seen. */
  kind: 'visible' | 'invisible'
  /** Of the shop, for that kind. */
  siteKey: string
  /** Each refusal asks for another puzzle. */
  round: number
}

/** No logo, no waiting for show, and nothing noted of how somebody moves. */
const configuration = JSON.stringify({ hideLogo: true, hideFooter: true, minDuration: 0, humanInteractionSignature: false })

/** Tells people from programs, with nobody else involved: the browser solves a puzzle of the shop's. It is loaded only where it is asked for. */
export function Captcha({ kind, siteKey, round }: CaptchaProps) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let gone = false
    void import('./altcha.ts').then(() => gone || setReady(true))
    return () => {
      gone = true
    }
  }, [])
  return (
    <div className={kind === 'visible' ? 'captcha' : undefined}>
      <p className="no-script small soft">To tell you from a program, this step needs script. Switch it on for a moment, please.</p>
      <input type="hidden" name="captcha-kind" value={kind} />
      {ready &&
        createElement('altcha-widget', {
          key: `${kind}-${round}`,
          challenge: `/vitrine/v1/captcha/challenge?${new URLSearchParams({ siteKey })}`,
          configuration,
          name: 'captcha',
          display: kind === 'visible' ? 'standard' : 'invisible',
          auto: kind === 'visible' ? 'off' : 'onload',
          language: 'en',
        })}
    </div>
  )
}
