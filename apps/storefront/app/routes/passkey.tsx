import { attempt } from '@vitrine/client'
import { Button, Icon, Message } from '@vitrine/ui'
import { Check, Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { data, Form, useActionData, useNavigation, useSubmit } from 'react-router'
import { readCarried } from '../hosted/carried.ts'
import { Hosted } from '../hosted/frame.tsx'
import { home, readSignIn, rememberAsked } from '../hosted/identity.server.ts'
import { lead } from '../hosted/lead.ts'
import { makePasskey } from '../hosted/passkeys.ts'
import { needAccount } from '../member/member.server.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/passkey.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** After a sign-in without a passkey: whether the next one is to be a touch. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const carried = readCarried(new URL(request.url).searchParams)
  await needAccount(here, carried.to ?? home)
  const { methods } = await readSignIn(here)
  if (!methods.passkey) throw lead(carried.to ?? home)
  const [refused, begun] = await attempt(here.client.mySecurity.beginPasskey())
  if (refused?.code === 'SIGN_IN_METHOD_OFF') throw lead(carried.to ?? home)
  if (refused) throw refused
  const { challengeId, publicKeyCredentialCreationOptionsJson } = begun
  return {
    challengeId,
    options: publicKeyCredentialCreationOptionsJson,
    byPassword: methods.password,
    shopName: here.shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `A passkey · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const carried = readCarried(new URL(request.url).searchParams)
  const form = await request.formData()
  const next = carried.to ?? home
  if (form.get('intent') === 'later') return lead(next, rememberAsked(here))
  await needAccount(here, next)
  const [refused] = await attempt(
    here.client.mySecurity.keepPasskey({
      challengeId: String(form.get('challengeId') ?? ''),
      credential: String(form.get('credential') ?? ''),
    }),
  )
  if (!refused) return lead(next, { status: 303 })
  if (refused.status >= 500) throw refused
  return data({ error: 'It took too long, and nothing was kept. Make it once more, please.' }, { status: 400 })
}

export default function PasskeyPage({ loaderData: { challengeId, options, byPassword } }: Route.ComponentProps) {
  const said = useActionData<typeof action>()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const [asking, setAsking] = useState(false)
  const [wrong, setWrong] = useState<string>()
  function make() {
    setAsking(true)
    setWrong(undefined)
    makePasskey(options)
      .then((credential) => submit({ challengeId, credential }, { method: 'post' }))
      .catch((error: unknown) =>
        setWrong(
          error instanceof Error && error.name === 'InvalidStateError'
            ? 'This device has one for this account already.'
            : 'Your device made none. Try it again, or leave it for later.',
        ),
      )
      .finally(() => setAsking(false))
  }
  const problem = wrong ?? (asking ? undefined : said?.error)
  return (
    <Hosted picture={4}>
      <h1>Next time, just a touch</h1>
      <p className="soft">
        A passkey lives on your device and opens with your finger, face or its PIN. There is nothing to remember and nothing that could
        leak.
      </p>
      <ul className="ticks">
        <li>
          <Icon of={Check} small /> Works on this device, and on yours that share its keys
        </li>
        {byPassword && (
          <li>
            <Icon of={Check} small /> Your password stays as a second way
          </li>
        )}
      </ul>
      {problem && <Message tone="warn">{problem}</Message>}
      <Button type="button" wide busy={asking || busy} onClick={make}>
        <Icon of={Fingerprint} small /> Make a passkey
      </Button>
      <Form method="post">
        <Button line wide name="intent" value="later">
          Not now
        </Button>
      </Form>
      <p className="small soft">We ask again in three months, not before.</p>
    </Hosted>
  )
}
