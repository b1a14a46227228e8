import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import type { PayWay } from './checkout.ts'
import type { Confirmation } from './element.ts'
import type { FormHandle } from './stripe-form.tsx'

/**
 * Pays through the provider's form on the page: validates the input, places the order as with any other payment method, and lets the form
 * confirm its payment. After a refused payment the page stays as it was, and the buyer can try again.
 */
export function usePaymentElement(way: PayWay | undefined, confirmation: Confirmation | undefined) {
  const handle = useRef<FormHandle>(null)
  const submit = useSubmit()
  const [isReady, setReady] = useState(false)
  const [works, setWorks] = useState(false)
  const [refused, setRefused] = useState<string>()
  const done = useRef<string>(undefined)
  const id = way?.element && way.id
  const here = id !== undefined && isReady
  useEffect(() => {
    if (!confirmation || !handle.current || done.current === confirmation.clientSecret) return
    done.current = confirmation.clientSecret
    setWorks(true)
    handle.current.confirm(confirmation).then(
      (why) => {
        setRefused(why)
        setWorks(false)
      },
      () => {
        setRefused('We got no answer. Press once more: if it went through, you will come to your order, and it is never paid twice.')
        setWorks(false)
      },
    )
  }, [confirmation])

  async function pay(form: HTMLFormElement): Promise<void> {
    const written = new FormData(form)
    setWorks(true)
    setRefused(undefined)
    try {
      const wrong = await handle.current?.check(written.getAll('keep').includes(id ?? ''))
      setRefused(wrong)
      if (wrong !== undefined) return
      written.set('element', id ?? '')
      await submit(written, { method: 'post', preventScrollReset: true })
    } finally {
      setWorks(false)
    }
  }

  return {
    handle,
    onReady: useCallback((ready: boolean) => setReady(ready), []),
    /** The form is ready for input: the button pays here. */
    here,
    works,
    /** The provider's message about the input or the payment. */
    refused,
    /** Handles the submission when the form is ready. */
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      if (!here) return
      event.preventDefault()
      if (!works) void pay(event.currentTarget)
    },
  }
}
