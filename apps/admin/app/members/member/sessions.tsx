import type { MemberSession, Ok } from '@vitrine/contract'
import { Laptop, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../client.ts'
import { many, placedAt } from '../../orders/text.ts'
import type { useAct } from '../../parts/acting.ts'
import { agentName } from '../../parts/agent.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { useShop } from '../../shop.ts'

export type Security = Ok<'GET /vitrine/v1/members/{id}/security'>

interface Props {
  readonly id: string
  readonly name: string
  readonly of: Security
  readonly may: boolean
  readonly acting: ReturnType<typeof useAct>
}

const iconOf = (agent: string) => (/iPhone|Android|Mobile/.test(agent) ? Smartphone : /Mac OS X|Macintosh/.test(agent) ? Laptop : Monitor)
const nameOf = ({ agent, appName }: MemberSession) => [agentName(agent) || 'A program', appName].filter(Boolean).join(', ')

/** Where a member is signed in, and ending it. */
export function Sessions({ id, name, of: { sessions }, may, acting: { act, busy } }: Props) {
  const { timeZone } = useShop()
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Sessions</h2>
        {may && sessions.length > 1 && (
          <div className="acts">
            <Button
              kind="ghost"
              small
              disabled={busy}
              onClick={() =>
                void act(async () => {
                  const { ended } = await client.memberSecurity.endSessions({ id })
                  return `${name} is signed out, in ${many(ended, 'place')}.`
                })
              }
            >
              {sessions.length === 2 ? 'End both' : `End all ${sessions.length}`}
            </Button>
          </div>
        )}
      </header>
      {sessions.length === 0 ? (
        <p className="soft">Signed in nowhere.</p>
      ) : (
        <Table
          caption="Sessions"
          headHidden
          head={
            <>
              <Head>Kind</Head>
              <Head>Device</Head>
              <Head>Address</Head>
              <Head>Last used</Head>
              {may && <Head>End it</Head>}
            </>
          }
        >
          {sessions.map((session) => (
            <Tr key={session.id}>
              <Td className="fit">
                <Icon of={iconOf(session.agent)} />
              </Td>
              <RowHead>{nameOf(session)}</RowHead>
              <Td of="Address" className="soft">
                {session.address}
              </Td>
              <Td of="Last used" className="soft">
                {placedAt(session.usedDate, timeZone)}
              </Td>
              {may && (
                <Td className="fit">
                  <Button
                    small
                    disabled={busy}
                    aria-label={`End ${nameOf(session)}, ${session.address}`}
                    onClick={() =>
                      void act(async () => {
                        await client.memberSecurity.endSession({ id, sessionId: session.id })
                        return `${nameOf(session)} is signed out.`
                      })
                    }
                  >
                    End
                  </Button>
                </Td>
              )}
            </Tr>
          ))}
        </Table>
      )}
    </section>
  )
}

const factorNames: Readonly<Partial<Record<Security['factors'][number], string>>> = {
  TOTP: 'authenticator app',
  EMAIL: 'code by email',
  SMS: 'code by SMS',
  CALL: 'code by call',
  PUSH: 'question on the phone',
}

const andOut = (ended: number): string => (ended > 0 ? `, and is signed out in ${many(ended, 'place')}` : '')

/** How a member proves who they are, asking for a new password, and taking a second step away that they have lost. */
export function SignInWays({ id, name, of, may, acting: { act, busy }, isNew }: Props & { readonly isNew: boolean }) {
  const { passwordSet, newPasswordWanted, passkeys, factors } = of
  const [asking, setAsking] = useState<'new password' | 'second step'>()
  const close = () => setAsking(undefined)
  const [signOut, setSignOut] = useState(true)
  const isInvited = isNew && !passwordSet && passkeys === 0
  const ways = [...(passwordSet ? ['Password'] : []), ...(passkeys > 0 ? [many(passkeys, 'passkey')] : [])]
  const takeBack = () =>
    void act(async () => {
      await client.memberSecurity.wantNewPassword({ id, wanted: false })
      return 'The password is good again.'
    })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Sign-in</h2>
      </header>
      <dl className="dl">
        <div>
          <dt>Ways</dt>
          <dd>{ways.join(', ') || 'without a password'}</dd>
        </div>
        <div>
          <dt>Second step</dt>
          <dd>{factors.map((type) => factorNames[type] ?? type.toLowerCase()).join(', ') || 'none'}</dd>
        </div>
        {newPasswordWanted && (
          <div>
            <dt>Password</dt>
            <dd>refused until there is a new one</dd>
          </div>
        )}
      </dl>
      {may && (passwordSet || factors.length > 0 || isInvited) && (
        <div className="row" style={{ marginBlockStart: 10 }}>
          {isInvited && (
            <Button
              small
              disabled={busy}
              onClick={() =>
                void act(async () => {
                  await client.recovery.sendActivationEmail({ identityId: id })
                  return 'An email with a new link is on its way.'
                })
              }
            >
              Send the invitation again
            </Button>
          )}
          {passwordSet && newPasswordWanted && (
            <Button small disabled={busy} onClick={takeBack}>
              Take the old one again
            </Button>
          )}
          {passwordSet && !newPasswordWanted && (
            <Button small disabled={busy} onClick={() => setAsking('new password')}>
              Ask for a new password…
            </Button>
          )}
          {factors.length > 0 && (
            <Button small disabled={busy} onClick={() => setAsking('second step')}>
              Take away the second step…
            </Button>
          )}
        </div>
      )}
      {asking === 'new password' && (
        <Dialog
          title={`Ask ${name} for a new password?`}
          about="The old one is refused from now on. An email lets them choose a new one at their next sign-in."
          says={passkeys > 0 ? 'Their passkeys let them in as before.' : undefined}
          does="Ask for a new password"
          busy={busy}
          onDo={() =>
            void act(async () => {
              const { ended } = await client.memberSecurity.wantNewPassword({ id, wanted: true, signOut })
              close()
              return {
                says: `${name} needs a new password${andOut(ended)}.`,
                undo: takeBack,
              }
            })
          }
          onClose={close}
        >
          <Check checked={signOut} onChange={(event) => setSignOut(event.target.checked)} data-first="">
            Sign them out everywhere, too
          </Check>
        </Dialog>
      )}
      {asking === 'second step' && (
        <Dialog
          title={`Take away the second step of ${name}?`}
          about="For somebody who has lost the phone and the recovery codes. They sign in without a second step, until they set up another; they are signed out everywhere, and get an email."
          says="Make sure that it is really them."
          does="Take it away"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              const { ended } = await client.memberSecurity.removeSecondStep({ id })
              return `${name} signs in without a second step${andOut(ended)}.`
            }).then(close)
          }
          onClose={close}
        />
      )}
    </section>
  )
}
