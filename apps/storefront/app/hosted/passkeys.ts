import { useEffect, useRef, useState } from 'react'

type Browser = typeof import('@simplewebauthn/browser')

/** Loaded only on pages that deal with passkeys. */
const browser = (): Promise<Browser> => import('@simplewebauthn/browser')

/** What a passkey answers with, and which question of the platform it answers. */
export interface Touched {
  challengeId: string
  /** JSON text. */
  credential: string
}

interface Question {
  challengeId: string
  options: Parameters<Browser['startAuthentication']>[0]['optionsJSON']
}

async function ask(): Promise<Question> {
  const answer = await fetch('/login/passkey', { method: 'POST' })
  if (!answer.ok) throw new Error(`/login/passkey was answered ${answer.status}`)
  return answer.json() as Promise<Question>
}

async function touch({ startAuthentication }: Browser, inField: boolean): Promise<Touched> {
  const { challengeId, options } = await ask()
  const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField })
  return { challengeId, credential: JSON.stringify(credential) }
}

/** Somebody pressed a button elsewhere, closed the window of the device, or let it wait for too long: no fault of anything. */
const wasLeft = (error: unknown) => error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name)

export interface Passkeys {
  /** Whether the browser knows them; undefined until that is known. */
  can: boolean | undefined
  /** The device is asking right now. */
  asking: boolean
  /** It did not answer: in a sentence. */
  wrong: string | undefined
  press: () => void
}

/** Passkeys at a sign-in: offered inside the field for the address, where the browser can do that, and by a button. */
export function usePasskeys(wanted: boolean, onTouched: (touched: Touched) => void): Passkeys {
  const [can, setCan] = useState<boolean>()
  const [asking, setAsking] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const tell = useRef(onTouched)
  useEffect(() => {
    tell.current = onTouched
  })
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void (async () => {
      const known = await browser()
      if (gone) return
      setCan(known.browserSupportsWebAuthn())
      if (!(await known.browserSupportsWebAuthnAutofill())) return
      const touched = await touch(known, true)
      if (!gone) tell.current(touched)
      // What nobody chose in the field is no failure; the button is still there.
    })().catch(() => {})
    return () => {
      gone = true
      void browser().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    }
  }, [wanted])
  return {
    can,
    asking,
    wrong,
    press() {
      setAsking(true)
      setWrong(undefined)
      browser()
        .then((known) => touch(known, false))
        .then((touched) => tell.current(touched))
        .catch((error: unknown) =>
          setWrong(
            wasLeft(error)
              ? 'Your device did not answer. Try it again, or take another way.'
              : 'No passkey came back. Take another way, please.',
          ),
        )
        .finally(() => setAsking(false))
    },
  }
}

/** Makes a passkey on this device. Both ways it is JSON text: what the platform asks for, and what it gets. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await browser()
  return JSON.stringify(
    await startRegistration({ optionsJSON: JSON.parse(options) as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  )
}
