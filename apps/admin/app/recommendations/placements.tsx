import type { PlacementAlgorithm, RecommendationSettings } from '@vitrine/contract'
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react'
import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { moved } from '../parts/moved.ts'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { algorithmsFor, algorithmText, placementText } from './text.ts'

type Placement = RecommendationSettings['placements'][number]

/** Which algorithms fill which place of the storefront. */
export function Placements({ settings, mayWrite }: { readonly settings: RecommendationSettings; readonly mayWrite: boolean }) {
  const { act, busy } = useAct()
  const [editing, setEditing] = useState<Placement>()
  const save = (changed: Placement) =>
    act(async () => {
      await client.recommendationManagement.setRecommendationSettings({
        settings: { revision: settings.revision, placements: [{ ...changed, algorithms: [...changed.algorithms] }] },
      })
      return 'Saved. Pages show it from now on.'
    })
  return (
    <section className="sec" aria-labelledby="placements">
      <h2 id="placements">Where they are shown</h2>
      <div className="tw" data-rows="">
        <Table
          caption="Placements"
          head={
            <>
              <Head>Place</Head>
              <Head>Shown</Head>
              <Head>Algorithms, in their order</Head>
              {mayWrite && <ActionsHead />}
            </>
          }
        >
          {settings.placements.map((each) => {
            const { name, where } = placementText[each.placement]
            return (
              <Tr key={each.placement}>
                <RowHead>
                  <span className="two">
                    <span>{name}</span>
                    <span className="faint small">{where}</span>
                  </span>
                </RowHead>
                <Td of="Shown">
                  <Toggle hidden checked={each.enabled} disabled={!mayWrite || busy} onTurn={(enabled) => void save({ ...each, enabled })}>
                    {`Recommend products: ${name}`}
                  </Toggle>
                </Td>
                <Td of="Algorithms">{each.algorithms.map((kind) => algorithmText[kind].name).join(', then ')}</Td>
                {mayWrite && (
                  <Td>
                    <Button small icon={Pencil} aria-label={`Choose for: ${name}`} onClick={() => setEditing(each)}>
                      Choose
                    </Button>
                  </Td>
                )}
              </Tr>
            )
          })}
        </Table>
      </div>
      {editing && (
        <ChooseAlgorithms
          of={editing}
          busy={busy}
          onSave={(changed) => void save(changed).then((saved) => saved && setEditing(undefined))}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  )
}

interface ChooseProps {
  readonly of: Placement
  readonly busy: boolean
  readonly onSave: (changed: Placement) => void
  readonly onClose: () => void
}

/** Chosen ones stand first, in the order in which they fill the place. */
function ChooseAlgorithms({ of, busy, onSave, onClose }: ChooseProps) {
  const [chosen, setChosen] = useState<readonly PlacementAlgorithm[]>(of.algorithms)
  const all = [...chosen, ...algorithmsFor(of.placement).filter((kind) => !chosen.includes(kind))]
  const turn = (kind: PlacementAlgorithm, on: boolean) => setChosen(on ? [...chosen, kind] : chosen.filter((one) => one !== kind))
  const move = (from: number, to: number) => setChosen(moved(chosen, from, to))
  return (
    <Dialog
      title={placementText[of.placement].name}
      about="The first fills the place as far as it can, then the next, until it is full."
      does="Save"
      busy={busy}
      disabled={chosen.length === 0}
      onDo={() => onSave({ ...of, algorithms: [...chosen] })}
      onClose={onClose}
    >
      <ol className="rec-list">
        {all.map((kind) => {
          const at = chosen.indexOf(kind)
          const { name, by } = algorithmText[kind]
          return (
            <li key={kind}>
              <Check checked={at >= 0} hint={by} onChange={({ target }) => turn(kind, target.checked)}>
                {name}
              </Check>
              {at >= 0 && (
                <span className="rec-acts">
                  <IconButton icon={ArrowUp} name={`Move ${name} up`} disabled={at === 0} onClick={() => move(at, at - 1)} />
                  <IconButton
                    icon={ArrowDown}
                    name={`Move ${name} down`}
                    disabled={at === chosen.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}
