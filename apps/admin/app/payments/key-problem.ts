const kinds = {
  secret: [/^(sk|rk)_(live|test)_\w+$/, 'A secret key begins with sk_live_, sk_test_, rk_live_ or rk_test_.'],
  publishable: [/^pk_(live|test)_\w+$/, 'A publishable key begins with pk_live_ or pk_test_.'],
  webhook: [/^whsec_\w+$/, 'A signing secret begins with whsec_.'],
} as const

/** What is wrong with a key as it was typed; nothing as long as the field is empty. */
export function keyProblem(kind: keyof typeof kinds, value: string): string | undefined {
  if (value === '') return undefined
  const [form, says] = kinds[kind]
  if (kind === 'secret' && value.startsWith('pk_')) return 'This is the publishable key: the secret one begins with sk_ or rk_.'
  return form.test(value) ? undefined : says
}

/** Both keys belong to one account and one mode. */
export const pairProblem = (secret: string, publishable: string): string | undefined =>
  publishable !== '' && secret !== '' && publishable.includes('_live_') !== secret.includes('_live_')
    ? 'One key is live and the other is a test key. Copy both from the same page at Stripe.'
    : undefined
