import type { Ok, StaffSession } from '@vitrine/contract'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { dateOf, many, shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { agentName } from '../parts/agent.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { meChanged } from '../session/session.ts'
import { PageHead, usePlace } from '../shell/page.tsx'
import { roleNames } from '../shell/role-names.ts'
import { useShop } from '../shop.ts'
import { SessionCells, SessionHeads } from '../staff/session-columns.tsx'
import { refusals, SecondStepState } from '../staff/text.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { GiveUpDialog, NewCodesDialog, SetUpDialog } from './second-step-dialogs.tsx'

type Loaded = Ok<'GET /vitrine/v1/me'> & { readonly readAt: number }

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  return { ...(await client.staffAccount.getMe({}, { signal })), readAt: Date.now() }
}

type Open = 'password' | 'set up' | 'codes' | 'give up'

/** Who one is to the shop, and how one comes in. */
export function Account() {
  usePlace([{ name: 'Your account' }])
  const { staffMember: me, sessions, browsers, readAt } = useLoaderData<Loaded>()
  const { timeZone } = useShop()
  const { act, busy } = useAct(refusals)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const elsewhere = sessions.filter(({ current }) => !current)
  return (
    <>
      <PageHead title="Your account" facts={<span>{`${me.email}, ${roleNames[me.role]}`}</span>} />
      {me.secondStepDue && (
        <div className="note inset top" data-tone="warning" role="status">
          <div>
            <p>
              {Date.parse(me.secondStepDue) <= readAt
                ? 'The shop asks for a second step. Set it up now.'
                : `From ${dateOf(me.secondStepDue, timeZone)} the shop asks for a second step.`}
            </p>
          </div>
          <div className="acts">
            <Button small onClick={() => setOpen('set up')}>
              Set it up
            </Button>
          </div>
        </div>
      )}
      <NameSection key={me.revision} me={me} />
      <section className="sec">
        <header className="sec-h">
          <h2>Password</h2>
          <div className="acts">
            <Button small onClick={() => setOpen('password')}>
              Change it
            </Button>
          </div>
        </header>
        <p className="soft">{me.passwordDate ? `Chosen on ${dateOf(me.passwordDate, timeZone)}.` : 'Set when the shop was opened.'}</p>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Second step</h2>
          <div className="acts">
            {me.secondStep ? (
              <>
                <Button small onClick={() => setOpen('codes')}>
                  New recovery codes
                </Button>
                <Button small onClick={() => setOpen('set up')}>
                  Another app
                </Button>
                <Button small kind="ghost warn" onClick={() => setOpen('give up')}>
                  Give it up
                </Button>
              </>
            ) : (
              <Button small onClick={() => setOpen('set up')}>
                Set it up
              </Button>
            )}
          </div>
        </header>
        <p>
          <SecondStepState of={me} />
        </p>
        <p className="soft">
          {me.secondStep
            ? `An app makes a code each time you sign in. ${many(me.recoveryCodesLeft, 'recovery code')} left for a lost phone.`
            : 'A code of an app on your phone, beside the password: whoever learns the one does not have the other.'}
        </p>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Where you are signed in</h2>
          {elsewhere.length > 0 && (
            <div className="acts">
              <Button
                small
                disabled={busy}
                onClick={() =>
                  void act(async () => {
                    const { ended } = await client.staffAccount.endSessions({})
                    return `You are signed out elsewhere: ${many(ended, 'session')}.`
                  })
                }
              >
                Sign out everywhere else
              </Button>
            </div>
          )}
        </header>
        <Table
          caption="Where you are signed in"
          className="in one"
          head={
            <>
              <Head>Browser</Head>
              <SessionHeads />
            </>
          }
        >
          {sessions.map((session) => (
            <Place key={session.id} session={session} />
          ))}
        </Table>
      </section>
      {browsers.length > 0 && (
        <section className="sec">
          <header className="sec-h">
            <h2>Browsers that need no code</h2>
          </header>
          <Table
            caption="Browsers that need no code"
            className="in one"
            head={
              <>
                <Head>Browser</Head>
                <Head>Last used</Head>
                <Head>Until</Head>
                <ActionsHead />
              </>
            }
          >
            {browsers.map(({ id, agent, usedDate, until }) => (
              <Tr key={id}>
                <RowHead className="lead">{agentName(agent) || 'unknown'}</RowHead>
                <Td of="Last used" className="soft">
                  {shortTime(usedDate, timeZone)}
                </Td>
                <Td of="Until" className="soft">
                  {dateOf(until, timeZone)}
                </Td>
                <Td of="Actions" className="fit">
                  <Button
                    small
                    disabled={busy}
                    aria-label={`Forget ${agentName(agent)}`}
                    onClick={() =>
                      void act(async () => {
                        await client.staffAccount.forgetBrowser({ browserId: id })
                        return `${agentName(agent)} asks for a code again.`
                      })
                    }
                  >
                    Forget
                  </Button>
                </Td>
              </Tr>
            ))}
          </Table>
        </section>
      )}
      {open === 'password' && <PasswordDialog email={me.email} onClose={close} />}
      {open === 'set up' && <SetUpDialog again={me.secondStep} onClose={close} />}
      {open === 'codes' && <NewCodesDialog onClose={close} />}
      {open === 'give up' && <GiveUpDialog onClose={close} />}
    </>
  )
}

function NameSection({ me }: { me: Loaded['staffMember'] }) {
  const { act, busy } = useAct(refusals)
  const [name, setName] = useState(me.name)
  const save = () =>
    act(async () => {
      await client.staffAccount.updateMe({ staffMember: { revision: me.revision, name: name.trim() } })
      meChanged()
      return `You are called ${name.trim()} now.`
    })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Name</h2>
      </header>
      <form
        className="named"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Your name"
          hidden
          maxLength={100}
          required
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={busy || name.trim() === '' || name.trim() === me.name}>
          Save
        </Button>
      </form>
    </section>
  )
}

function Place({ session }: { session: StaffSession }) {
  const { act, busy } = useAct(refusals)
  const where = agentName(session.agent) || 'unknown'
  return (
    <Tr>
      <RowHead className="lead">{where}</RowHead>
      <SessionCells of={session}>
        {!session.current && (
          <Button
            small
            disabled={busy}
            aria-label={`Sign out of ${where}`}
            onClick={() =>
              void act(async () => {
                await client.staffAccount.endSession({ sessionId: session.id })
                return `You are signed out of ${where}.`
              })
            }
          >
            Sign out
          </Button>
        )}
      </SessionCells>
    </Tr>
  )
}
