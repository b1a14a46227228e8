import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { useWrong } from '../checkout/use-wrong.ts'

type Wrong<F extends string> = ReturnType<typeof useWrong<F>>

export interface CheckedFormProps<F extends string> {
  of: Pick<Wrong<F>, 'form' | 'may'>
  /** What can be seen to be wrong before the server is asked. */
  check: (written: FormData) => Wrong<F>['wrong']
  busy: boolean
  children: ReactNode
}

/** A form of the hosted pages: it goes once, and when nothing in it is wrong. */
export function CheckedForm<F extends string>({ of: { form, may }, check, busy, children }: CheckedFormProps<F>) {
  return (
    <Form
      method="post"
      className="hosted__form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        if (busy || !may(check(new FormData(event.currentTarget)))) event.preventDefault()
      }}
    >
      {children}
    </Form>
  )
}
