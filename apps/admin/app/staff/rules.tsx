import type { StaffMember, StaffRules } from '@vitrine/contract'
import { Link, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { changesOf } from '../parts/changes.ts'
import { useDraft } from '../parts/draft.ts'
import { Radio, TextField } from '../parts/field.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { fromTheWall, onTheWall } from '../promotions/times.ts'
import { initialsOf, useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { StaffHead } from './head.tsx'
import { refusals, SecondStepState } from './text.tsx'

interface Loaded {
  readonly rules: StaffRules
  readonly people: readonly StaffMember[]
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ staffRules }, { staffMembers }] = await Promise.all([
    client.staff.getRules({}, { signal }),
    client.staff.listStaff({}, { signal }),
  ])
  return { rules: staffRules, people: staffMembers }
}

const names = { secondStep: 'Second step', from: 'From' } as const
type Values = Readonly<Record<keyof typeof names, string>>

const demands = { NOBODY: 'Whoever wants to', OWNERS: 'Owners', EVERYBODY: 'Everybody' } as const
const hints = {
  NOBODY: 'a password alone is enough',
  OWNERS: 'whoever may do everything',
  EVERYBODY: 'without it one gets no further than to setting it up',
} as const
type Demand = keyof typeof demands

/** The day in the shop, as a field for days has it. */
const dayIn = (iso: string | undefined, timeZone: string): string =>
  iso === undefined ? '' : onTheWall(Date.parse(iso), timeZone).slice(0, 10)

const valuesOf = ({ secondStep, from }: StaffRules, timeZone: string): Values => ({ secondStep, from: dayIn(from, timeZone) })

/** A day begins at the shop's midnight. */
function sentOf({ secondStep, from }: Values, timeZone: string) {
  const begins = secondStep === 'NOBODY' ? undefined : fromTheWall(`${from}T00:00`, timeZone)
  return { secondStep: secondStep as Demand, from: begins === undefined ? null : new Date(begins).toISOString() }
}

/** Who has to take a second step, and who has one. */
export function Rules() {
  const { rules, people } = useLoaderData<Loaded>()
  const { timeZone } = useShop()
  const may = useMay()('staff.write')
  const { act, busy } = useAct(refusals)
  const draft = useDraft<keyof typeof names>({
    saved: valuesOf(rules, timeZone),
    names,
    what: 'the rules for the staff',
    read: async () => {
      const { staffRules } = await client.staff.getRules({})
      return { values: valuesOf(staffRules, timeZone), revision: staffRules.revision }
    },
    write: (all, revision) => client.staff.updateRules({ staffRules: { revision, ...sentOf(all, timeZone) } }),
  })
  const { opened, values, set } = draft
  async function save(): Promise<boolean> {
    let saved = false
    await act(async () => {
      saved = await draft.save()
      if (!saved) return undefined
      return values.secondStep === 'NOBODY'
        ? 'A password alone is enough again.'
        : 'Who has no second step by then sets one up on the way in.'
    })
    // By now the page was read again.
    if (saved) draft.drop()
    return saved
  }
  const without = people.filter(({ secondStep }) => !secondStep).length
  const shown = (all: Values): Values => ({ secondStep: demands[all.secondStep as Demand], from: all.from || 'now' })
  return (
    <>
      <StaffHead sessions={people.reduce((sum, person) => sum + person.sessions, 0)} />
      <section className="sec">
        <header className="sec-h">
          <h2>Who must take a second step</h2>
          <p>A code of an app on their phone, beside the password</p>
        </header>
        <fieldset className="stack-s plainset" disabled={!may || busy}>
          <legend className="vh">Who must take a second step</legend>
          {(Object.keys(demands) as Demand[]).map((demand) => (
            <Radio
              key={demand}
              name="second-step"
              checked={values.secondStep === demand}
              onChange={() => set({ secondStep: demand })}
              hint={hints[demand]}
            >
              {demands[demand]}
            </Radio>
          ))}
          {values.secondStep !== 'NOBODY' && (
            <div className="from">
              <TextField
                label="From"
                optional
                type="date"
                value={values.from}
                onChange={({ target }) => set({ from: target.value })}
                hint="Until then it is only asked for. Empty: from now on, and who has none is signed out."
              />
            </div>
          )}
        </fieldset>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Who has it</h2>
          <p>{without === 0 ? 'Everybody' : `${many(without, 'person', 'people')} without one`}</p>
        </header>
        <ul className="who2 plain">
          {people.map((person) => (
            <li key={person.id}>
              <span className="av" aria-hidden="true">
                {initialsOf(person.name)}
              </span>
              <span className="two grow">
                <b>{person.name}</b>
                <span className="faint small">
                  {person.secondStep ? `app, ${many(person.recoveryCodesLeft, 'recovery code')} left` : 'password alone'}
                </span>
              </span>
              <SecondStepState of={person} />
            </li>
          ))}
        </ul>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Lost a phone?</h2>
        </header>
        <p className="soft">
          One of the ten recovery codes opens the door. Without those, an owner takes the second step away under{' '}
          <Link to="/staff" className="a">
            People
          </Link>
          ; it is written into the audit log, and all owners get an email.
        </p>
      </section>
      <Unsaved of={changesOf(shown(opened), shown(values), names)} busy={busy} onSave={save} onDiscard={draft.drop} />
      {draft.dialog}
    </>
  )
}
