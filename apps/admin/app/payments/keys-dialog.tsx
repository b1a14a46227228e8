import { useState } from 'react'
import type { client } from '../client.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { keyProblem, pairProblem } from './key-problem.ts'

type Keys = Parameters<typeof client.paymentSettings.setStripeKeys>[0]['stripeKeys']

interface KeysDialogProps {
  busy: boolean
  isFirst: boolean
  onSave: (keys: Keys) => void
  onClose: () => void
}

/** The keys of an account at Stripe. They go to the shop once, and are never shown again. */
export function KeysDialog({ busy, isFirst, onSave, onClose }: KeysDialogProps) {
  const [secretKey, setSecretKey] = useState('')
  const [publishableKey, setPublishableKey] = useState('')
  const [webhookSecret, setWebhookSecret] = useState('')
  const problems = {
    secretKey: keyProblem('secret', secretKey),
    publishableKey: keyProblem('publishable', publishableKey) ?? pairProblem(secretKey, publishableKey),
    webhookSecret: keyProblem('webhook', webhookSecret),
  }
  const field = (value: string, set: (value: string) => void, problem: string | undefined) => ({
    value,
    onChange: ({ target }: { target: { value: string } }) => set(target.value.trim()),
    maxLength: 255,
    autoComplete: 'off',
    spellCheck: false,
    mono: true,
    ...(problem && { error: problem }),
  })
  return (
    <Dialog
      title={isFirst ? 'Enter keys of Stripe' : 'Replace the keys'}
      about="At Stripe under Developers, API keys. Stripe is asked whether it takes them before they are saved."
      does={busy ? 'Asking Stripe…' : 'Check and save'}
      busy={busy}
      disabled={secretKey === '' || Object.values(problems).some(Boolean)}
      onClose={onClose}
      onDo={() => onSave({ secretKey, ...(publishableKey && { publishableKey }), ...(webhookSecret && { webhookSecret }) })}
    >
      <div className="stack">
        <TextField
          label="Secret key"
          type="password"
          data-first=""
          {...field(secretKey, setSecretKey, problems.secretKey)}
          hint="Begins with sk_ or rk_. It is stored encrypted and never shown again."
        />
        <TextField
          label="Publishable key"
          optional
          {...field(publishableKey, setPublishableKey, problems.publishableKey)}
          hint="Begins with pk_. With it buyers pay in your checkout; without it on Stripe’s own page."
        />
        <TextField
          label="Signing secret of the webhook"
          optional
          type="password"
          {...field(webhookSecret, setWebhookSecret, problems.webhookSecret)}
          hint="Leave it empty: the shop makes its webhook at Stripe itself."
        />
      </div>
    </Dialog>
  )
}
