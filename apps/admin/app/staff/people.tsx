import type { Ok, StaffInvitation, StaffMember } from '@vitrine/contract'
import { Ellipsis, MailPlus, Plus, RotateCw, ShieldOff, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many, shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Status } from '../parts/glyph.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { type Told, ToldOnce } from '../parts/told.tsx'
import { meChanged } from '../session/session.ts'
import { useActions } from '../shell/actions.ts'
import { initialsOf, useMay, useMe } from '../shell/layout.tsx'
import { roleNames } from '../shell/role-names.ts'
import { useShop } from '../shop.ts'
import { StaffHead } from './head.tsx'
import { InviteDialog, linkFor } from './invite-dialog.tsx'
import type { KeyFate } from './keys-of-person.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { RolesTable } from './roles-table.tsx'
import { machinesOf, refusals, SecondStepState, seenText, settledText } from './text.tsx'

interface Loaded {
  readonly people: readonly StaffMember[]
  readonly invitations: readonly StaffInvitation[]
  /** Whether links are sent by email. */
  readonly byMail: boolean
  readonly roles: Ok<'GET /vitrine/v1/staff/roles'>['roles']
  readonly readAt: number
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ staffMembers }, { staffInvitations, byMail }, { roles }] = await Promise.all([
    client.staff.listStaff({}, { signal }),
    client.staff.listInvitations({}, { signal }),
    client.staff.listRoles({}, { signal }),
  ])
  return { people: staffMembers, invitations: staffInvitations, byMail, roles, readAt: Date.now() }
}

type Open = { readonly what: 'invite' } | { readonly what: 'role' | 'remove' | 'second step'; readonly person: StaffMember }

/** Who runs the shop, who is asked to, and what each role may do. */
export function People() {
  const { people, invitations, byMail, roles, readAt } = useLoaderData<Loaded>()
  const me = useMe()
  const { timeZone } = useShop()
  const may = useMay()('staff.write')
  const { revalidate } = useRevalidator()
  const { act, busy } = useAct(refusals)
  const [open, setOpen] = useState<Open>()
  const [told, setTold] = useState<Told>()
  const close = () => setOpen(undefined)
  useActions(may ? [{ says: 'Invite somebody to the staff', icon: MailPlus, run: () => setOpen({ what: 'invite' }) }] : [])
  const sessions = people.reduce((sum, person) => sum + person.sessions, 0)
  const rolesUsed = new Set(people.map(({ role }) => role)).size
  const signOut = (person: StaffMember) =>
    act(async () => {
      const { ended } = await client.staff.endSessions({ id: person.id })
      return person.id === me.id
        ? `You are signed out everywhere else: ${many(ended, 'session')}.`
        : `${person.name} is signed out: ${many(ended, 'session')}.`
    })
  const giveRole = async (person: StaffMember, role: StaffMember['role'], revision?: string, keys: KeyFate = 'REVOKE') => {
    const staffMember = { id: person.id, role, ...(revision && { revision }) }
    const done = await client.staff.updateStaffMember({ staffMember, apiKeys: keys })
    if (person.id === me.id) meChanged()
    return done
  }
  const remove = (person: StaffMember, keys: KeyFate) =>
    act(async () => {
      const { apiKeys } = await client.staff.removeStaffMember({ id: person.id, apiKeys: keys })
      return {
        says: `${person.name} is off the staff.${settledText(apiKeys)}`,
        undo: () =>
          void act(async () => {
            await client.staff.restoreStaffMember({ id: person.id })
            return `${person.name} is back, as ${roleNames[person.role]}.`
          }),
      }
    })
  return (
    <>
      <StaffHead
        facts={<span>{`${many(people.length, 'person', 'people')}, ${many(rolesUsed, 'role')}`}</span>}
        sessions={sessions}
        main={
          may && (
            <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'invite' })}>
              Invite
            </Button>
          )
        }
      />
      {told && <ToldOnce {...told} onSaved={() => setTold(undefined)} />}
      <section className="sec">
        <header className="sec-h">
          <h2>People</h2>
        </header>
        <Table
          caption="People"
          className="in one pic staffed"
          head={
            <>
              <Head>Name</Head>
              <Head>Role</Head>
              <Head>Second step</Head>
              <Head>Last seen</Head>
              <Head className="hide-s">Signed in on</Head>
              <ActionsHead />
            </>
          }
        >
          {people.map((person) => (
            <Tr key={person.id}>
              <RowHead>
                <div className="withpic">
                  <span className={person.id === me.id ? 'av accent' : 'av'} aria-hidden="true">
                    {initialsOf(person.name)}
                  </span>
                  <div className="two">
                    <span className="lead">{person.name}</span>
                    <span>{person.email}</span>
                  </div>
                </div>
              </RowHead>
              <Td of="Role">{roleNames[person.role]}</Td>
              <Td of="Second step">
                <SecondStepState of={person} />
              </Td>
              <Td of="Last seen" className="soft">
                {seenText(person.seenDate, timeZone)}
              </Td>
              <Td of="Signed in on" className="soft hide-s">
                {machinesOf(person.agents)}
              </Td>
              <Td of="Actions" className="fit">
                {may && (
                  <>
                    <Button
                      small
                      disabled={busy || person.sessions === 0}
                      aria-label={`Sign out ${person.name}`}
                      onClick={() => void signOut(person)}
                    >
                      Sign out
                    </Button>
                    <Menu
                      label={`More about ${person.name}`}
                      button={<IconButton icon={Ellipsis} small name={`More about ${person.name}`} />}
                    >
                      <MenuItem icon={UserCog} onChoose={() => setOpen({ what: 'role', person })}>
                        Another role
                      </MenuItem>
                      {person.secondStep && (
                        <MenuItem icon={ShieldOff} onChoose={() => setOpen({ what: 'second step', person })}>
                          Take away the second step
                        </MenuItem>
                      )}
                      <MenuItem icon={Trash2} warns onChoose={() => setOpen({ what: 'remove', person })}>
                        Remove
                      </MenuItem>
                    </Menu>
                  </>
                )}
              </Td>
            </Tr>
          ))}
        </Table>
      </section>
      {invitations.length > 0 && <Invited invitations={invitations} byMail={byMail} may={may} now={readAt} onLink={setTold} />}
      <RolesTable roles={roles} />
      {open?.what === 'invite' && (
        <InviteDialog
          byMail={byMail}
          onClose={close}
          onDone={(link) => {
            close()
            setTold(link)
            void revalidate()
          }}
        />
      )}
      {open?.what === 'role' && (
        <RoleDialog
          person={open.person}
          busy={busy}
          onClose={close}
          roles={roles}
          isMe={open.person.id === me.id}
          onChoose={(role, keys) =>
            void act(async () => {
              const { person } = open
              const { staffMember, apiKeys } = await giveRole(person, role, person.revision, keys)
              return {
                says: `${person.name} is ${roleNames[role]} now.${settledText(apiKeys)}`,
                undo: () =>
                  void act(async () => {
                    await giveRole(person, person.role, staffMember.revision)
                    return `${person.name} is ${roleNames[person.role]} again.`
                  }),
              }
            }).then((done) => done && close())
          }
        />
      )}
      {open?.what === 'remove' && (
        <RemoveDialog
          person={open.person}
          isMe={open.person.id === me.id}
          busy={busy}
          onRemove={(keys) => void remove(open.person, keys).then(close)}
          onClose={close}
        />
      )}
      {open?.what === 'second step' && (
        <Dialog
          title={`Take away the second step of ${open.person.name}?`}
          about="For a phone that is lost: the password alone signs them in, until they set up another. It is written into the audit log, and they and all owners get an email."
          does="Take it away"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.staff.removeSecondStep({ id: open.person.id })
              return `${open.person.name} signs in with the password alone, until they set up another app.`
            }).then(close)
          }
          onClose={close}
        />
      )}
    </>
  )
}

interface InvitedProps {
  invitations: readonly StaffInvitation[]
  byMail: boolean
  may: boolean
  now: number
  /** A link that no email brings; none once it is of no more use. */
  onLink: (link: Told | undefined) => void
}

function Invited({ invitations, byMail, may, now, onLink }: InvitedProps) {
  const { timeZone } = useShop()
  const { act, busy } = useAct(refusals)
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Invited</h2>
      </header>
      <Table
        caption="Invited"
        className="in one"
        head={
          <>
            <Head>Email</Head>
            <Head>Role</Head>
            <Head>State</Head>
            <Head className="hide-s">Invited by</Head>
            <ActionsHead />
          </>
        }
      >
        {invitations.map(({ id, email, role, invitedBy, sentDate, expiresDate }) => {
          const isOver = Date.parse(expiresDate) <= now
          return (
            <Tr key={id}>
              <RowHead className="lead">{email}</RowHead>
              <Td of="Role">{roleNames[role]}</Td>
              <Td of="State">
                <Status glyph={isOver ? 'c-slash' : 'c-half'} tone={isOver ? 'warn' : 'wait'}>
                  {isOver
                    ? `over since ${shortTime(expiresDate, timeZone)}`
                    : `${byMail ? 'mailed' : 'link made'} ${shortTime(sentDate, timeZone)}`}
                </Status>
              </Td>
              <Td of="Invited by" className="soft hide-s">
                {invitedBy ?? 'a program'}
              </Td>
              <Td of="Actions" className="fit">
                {may && (
                  <>
                    <Button
                      small
                      icon={RotateCw}
                      disabled={busy}
                      aria-label={byMail ? `Send again to ${email}` : `New link for ${email}`}
                      onClick={() =>
                        void act(async () => {
                          const { joinLink } = await client.staff.sendInvitation({ id })
                          if (joinLink) onLink(linkFor(email, joinLink))
                          return `${joinLink ? `${email} has a new link` : `A new link is on its way to ${email}`}. The one before is of no more use.`
                        })
                      }
                    >
                      {byMail ? 'Send again' : 'New link'}
                    </Button>
                    <IconButton
                      icon={Trash2}
                      small
                      disabled={busy}
                      name={`Withdraw the invitation of ${email}`}
                      onClick={() =>
                        void act(async () => {
                          await client.staff.withdrawInvitation({ id })
                          onLink(undefined)
                          return `The invitation of ${email} is withdrawn.`
                        })
                      }
                    />
                  </>
                )}
              </Td>
            </Tr>
          )
        })}
      </Table>
    </section>
  )
}
