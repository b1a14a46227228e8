import { lazy, Suspense, useState } from 'react'
import { Form, Link, redirect, useActionData, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { Door } from './door.tsx'
import { type Further, type SignInRefusal, signedIn, signIn } from './session.ts'
import { focused, refusalTextOf } from './text.ts'

const SecondStep = lazy(() => import('./second-step.tsx').then((part) => ({ default: part.SecondStep })))

/** Only to a page of the admin. */
const pageOf = (from: string | null): string => (from?.startsWith('/') && !from.startsWith('//') ? from : '/')

export async function loader({ request }: { request: Request }) {
  return (await signedIn()) ? redirect(pageOf(new URL(request.url).searchParams.get('to'))) : null
}

export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const done = await signIn(String(form.get('email')), String(form.get('password')), form.has('stay'))
  return 'reason' in done || 'next' in done ? done : redirect(pageOf(new URL(request.url).searchParams.get('to')))
}

function greeting(hour: number): string {
  if (hour >= 4 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

export function SignIn() {
  const said = useActionData<SignInRefusal | Further | undefined>()
  const [left, setLeft] = useState<Further>()
  const navigate = useNavigate()
  const to = pageOf(useSearchParams()[0].get('to'))
  const further = said && 'next' in said && said !== left ? said : undefined
  return (
    <Door title="Sign in">
      {further ? (
        <Suspense>
          <SecondStep further={further} onIn={() => void navigate(to, { replace: true })} onAgain={() => setLeft(further)} />
        </Suspense>
      ) : (
        <FirstStep refused={said && 'reason' in said ? said : undefined} />
      )}
    </Door>
  )
}

function FirstStep({ refused }: { refused: SignInRefusal | undefined }) {
  const busy = useNavigation().state !== 'idle'
  const [hour] = useState(() => new Date().getHours())
  return (
    <>
      <h1>{greeting(hour)}</h1>
      <Form method="post" className="stack">
        <TextField label="Email" name="email" type="email" required autoComplete="username" ref={focused} maxLength={320} />
        <TextField
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
          maxLength={1000}
          error={refused && refusalTextOf(refused, 'Email and password do not match.')}
        />
        <Button type="submit" kind="primary" wide disabled={busy}>
          Sign in
        </Button>
        <div className="row between small">
          <Check name="stay" defaultChecked>
            Stay signed in on this device
          </Check>
          <Link className="a" to="/forgot">
            Forgot your password?
          </Link>
        </div>
      </Form>
    </>
  )
}
