import type { SandboxBehaviour } from '@vitrine/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { behaviourText } from './text.ts'

const behaviours = Object.keys(behaviourText) as SandboxBehaviour[]

/** What the sandbox bank does with the next payments, in their turn. */
export function Script({ next, may }: { next: readonly SandboxBehaviour[]; may: boolean }) {
  const { act, busy } = useAct()
  const [chosen, setChosen] = useState<SandboxBehaviour>('DECLINE')
  const say = (script: readonly SandboxBehaviour[]) =>
    void act(async () => {
      await client.storeClock.setSandboxScript({ next: [...script] })
      return undefined
    })
  return (
    <section className="sec" id="script">
      <header className="sec-h">
        <h2>The sandbox bank</h2>
        <p>How it answers the next payments, whatever the card</p>
      </header>
      {next.length === 0 ? (
        <p className="soft">Every payment goes as its card says: 4242 4242 4242 4242 approves.</p>
      ) : (
        <ol className="script">
          {next.map((behaviour, i) => (
            // The same behaviour may stand there twice: its place is what it is.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={i}>
              <span className="faint">{i === 0 ? 'Next payment' : `Then`}</span>
              <b>{behaviourText[behaviour]}</b>
              {may && (
                <IconButton
                  small
                  icon={X}
                  name={`Take out: ${behaviourText[behaviour]}`}
                  disabled={busy}
                  onClick={() => say(next.filter((_, at) => at !== i))}
                />
              )}
            </li>
          ))}
          <li>
            <span className="faint">After that</span>
            <span className="soft">as the card says</span>
          </li>
        </ol>
      )}
      {may && (
        <div className="row script-add">
          <SelectField
            label="What the bank does"
            hidden
            value={chosen}
            onChange={({ target }) => setChosen(target.value as SandboxBehaviour)}
          >
            {behaviours.map((behaviour) => (
              <option key={behaviour} value={behaviour}>
                {behaviourText[behaviour]}
              </option>
            ))}
          </SelectField>
          <Button icon={Plus} disabled={busy || next.length >= 50} onClick={() => say([...next, chosen])}>
            {next.length === 0 ? 'For the next payment' : 'For the one after'}
          </Button>
          {next.length > 0 && (
            <Button kind="ghost" disabled={busy} onClick={() => say([])}>
              Clear
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
