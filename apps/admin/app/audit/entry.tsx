import type { AuditDetail } from '@vitrine/contract'
import { ChevronDown, ChevronUp, Undo2, X } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useNavigate, useOutletContext, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { attempted } from '../orders/acts.ts'
import { fullTime, many } from '../orders/text.ts'
import { agentName } from '../parts/agent.ts'
import { Beside } from '../parts/beside.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { isSomethingInFront } from '../parts/in-front.ts'
import { useSay } from '../parts/toasts.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import type { Around } from './audit.tsx'
import { Who } from './listing.tsx'
import { aboutOf, actionOf, actorName, fieldName, keptText, pathKey, placeOf, stuckText, thing, valueText } from './text.ts'

export async function loader({ params, request }: { params: { id?: string }; request: Request }): Promise<AuditDetail> {
  return (await client.audit.getAuditEntry({ id: params.id! }, { signal: request.signal })).entry
}

/** One change, beside the list: who made it, from where, and each value as it was and as it became. */
export function EntryPanel() {
  const entry = useLoaderData<AuditDetail>()
  return <Entry key={entry.id} entry={entry} />
}

function Entry({ entry }: { entry: AuditDetail }) {
  const { ids, search } = useOutletContext<Around>()
  const { timeZone } = useShop()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const may = useMay()
  const say = useSay()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const rest = search && `?${search}`
  const at = ids.indexOf(entry.id)
  const step = (by: number) => ids[at + by] !== undefined && void navigate(`/audit/${ids[at + by]}${rest}`)
  const close = () => void navigate(`/audit${rest}`)

  const possible = entry.revert === 'POSSIBLE' && may('audit.write')
  const free = entry.changes.flatMap(({ id, kind, name, fields }) =>
    fields.flatMap((field) => (field.kept ? [] : [{ entityId: id, kind, name, field, key: pathKey(id, field) }])),
  )
  const chosen = possible ? free.filter(({ key }) => !left.has(key)) : []
  useKeys(
    {
      ...(possible && { u: { says: 'Take back', run: () => chosen.length > 0 && setAsking(true) } }),
    },
    'Audit log',
  )

  useEscape(close)

  async function takeBack() {
    setBusy(true)
    const { ok, says } = await attempted(async () => {
      const { fields } = await client.audit.revertAuditEntry({
        id: entry.id,
        fields: chosen.map(({ entityId, field }) => ({ entityId, path: [...field.path] })),
      })
      return `${many(fields, 'field')} taken back.`
    })
    setBusy(false)
    setAsking(false)
    say({ text: says, bad: !ok })
    await revalidate()
  }

  const doing = `Take back ${many(chosen.length, 'field')}`
  const stuck = stuckText[entry.revert]
  return (
    <Beside aria-label={`${aboutOf(entry)}, ${actionOf(entry)}`}>
      <header>
        <div className="row">
          <b>{aboutOf(entry)}</b> <span className="faint">{actionOf(entry)}</span>
        </div>
        <div className="acts">
          <IconButton small icon={ChevronUp} name="Later change" disabled={at <= 0} onClick={() => step(-1)} />
          <IconButton small icon={ChevronDown} name="Earlier change" disabled={at < 0 || at === ids.length - 1} onClick={() => step(1)} />
          <IconButton small icon={X} name="Close" onClick={close} />
        </div>
      </header>
      {/* What is longer than the window is read by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b" tabIndex={0} role="group" aria-label="What became other">
        <dl className="dl">
          <div>
            <dt>Who</dt>
            <dd>
              <Who actor={entry.actor} act={entry.act} />
              {entry.actor.role && <span className="faint"> {roles[entry.actor.role] ?? entry.actor.role}</span>}
            </dd>
          </div>
          <div>
            <dt>When</dt>
            <dd>
              <time dateTime={entry.at}>{fullTime(entry.at, timeZone)}</time>
            </dd>
          </div>
          {(entry.address || entry.agent) && (
            <div>
              <dt>From</dt>
              <dd>
                {entry.agent && agentName(entry.agent)}
                {entry.agent && entry.address && ', '}
                {entry.address && (
                  <Link className="a mono" to={`/audit?from=${encodeURIComponent(entry.address)}`}>
                    {entry.address}
                  </Link>
                )}
              </dd>
            </div>
          )}
          {entry.summary && (
            <div>
              <dt>How</dt>
              <dd>{entry.summary}</dd>
            </div>
          )}
          <div>
            <dt>Request</dt>
            <dd className="mono">{entry.requestId}</dd>
          </div>
          {entry.reverts && (
            <div>
              <dt>Takes back</dt>
              <dd>
                <Link className="a" to={`/audit/${entry.reverts}`}>
                  the change before
                </Link>
              </dd>
            </div>
          )}
          {entry.revertedBy && (
            <div>
              <dt>Taken back</dt>
              <dd>
                <Link className="a" to={`/audit/${entry.revertedBy.id}`}>
                  {fullTime(entry.revertedBy.at, timeZone)}
                </Link>{' '}
                by {actorName(entry.revertedBy.actor)}
              </dd>
            </div>
          )}
        </dl>
        {entry.inSteps && !entry.unfinished && (
          <p className="small soft">It spoke to a bank on the way: what else became other meanwhile is among these.</p>
        )}
        {entry.changes.map((change) => (
          <Values key={`${change.kind} ${change.id}`} change={change} possible={possible} left={left} onLeave={setLeft} />
        ))}
      </div>
      {(possible || stuck) && (
        <footer>
          <span className="grow small soft">{possible ? 'Taking back makes a new entry; nothing is erased.' : stuck}</span>
          {possible && (
            <Button kind="primary" icon={Undo2} disabled={chosen.length === 0} onClick={() => setAsking(true)}>
              {doing}
            </Button>
          )}
        </footer>
      )}
      {asking && (
        <Dialog
          title={`${doing}?`}
          about="They become again what they were before. What the update of each has to say is heard, as with any change."
          says="Makes a new entry; nothing is erased."
          does={doing}
          busy={busy}
          onDo={() => void takeBack()}
          onClose={() => setAsking(false)}
        >
          <div className="diff">
            {chosen.map(({ key, kind, name, field }) => (
              <div key={key} className={isLong(field, timeZone) ? 'df plain long' : 'df plain'}>
                <span>
                  {thing(kind, name)} <span className="faint">{fieldName(field.path)}</span>
                </span>
                <del>{valueText(field.after, timeZone)}</del>
                <ins>{valueText(field.before, timeZone)}</ins>
              </div>
            ))}
          </div>
        </Dialog>
      )}
    </Beside>
  )
}

/** Esc is the panel's before it is the list's, which was there first. */
function useEscape(close: () => void): void {
  const latest = useRef(close)
  useEffect(() => void (latest.current = close))
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isSomethingInFront()) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    addEventListener('keydown', hear, true)
    return () => removeEventListener('keydown', hear, true)
  }, [])
}

const roles: Readonly<Record<string, string>> = {
  OWNER: 'Owner',
  ORDERS: 'Orders',
  WAREHOUSE: 'Warehouse',
  SUPPORT: 'Support',
  DEVELOPER: 'Developer',
}

interface ValuesProps {
  change: AuditDetail['changes'][number]
  possible: boolean
  /** What is not to be taken back. */
  left: ReadonlySet<string>
  onLeave: (left: ReadonlySet<string>) => void
}

const shownAtFirst = 30
/** What has no room beside its name stands below it. */
const isLong = ({ before, after }: { before?: unknown; after?: unknown }, timeZone: string): boolean =>
  [before, after].some((value) => valueText(value, timeZone).length > 36)

/** The values of one thing that became other. */
function Values({ change, possible, left, onLeave }: ValuesProps) {
  const { timeZone } = useShop()
  const [all, setAll] = useState(false)
  const { kind, id, name, fields } = change
  const place = placeOf(change)
  const title = thing(kind, name)
  const shown = all ? fields : fields.slice(0, shownAtFirst)
  const leave = (key: string, stays: boolean) => {
    const next = new Set(left)
    if (stays) next.add(key)
    else next.delete(key)
    onLeave(next)
  }
  return (
    <section className="diff" aria-label={title}>
      <h2 className="row">
        {place ? (
          <Link className="a" to={place}>
            {title}
          </Link>
        ) : (
          title
        )}
        <span className="faint">{fields.length === 0 ? 'as it was' : many(fields.length, 'field')}</span>
      </h2>
      {shown.map((field) => {
        const key = pathKey(id, field)
        const why = keptText(field, timeZone, possible)
        const label = fieldName(field.path)
        return (
          <div
            key={key}
            className={['df', !possible && 'plain', why && 'later', isLong(field, timeZone) && 'long'].filter(Boolean).join(' ')}
          >
            {possible && (
              <Check
                hidden
                checked={!why && !left.has(key)}
                disabled={why !== undefined}
                onChange={({ target }) => leave(key, !target.checked)}
              >
                {`Take back ${label}`}
              </Check>
            )}
            <span>{label}</span>
            {field.cut ? (
              <em className="faint cut">too long to show</em>
            ) : (
              <Fragment>
                <del>
                  <span className="vh">before </span>
                  {valueText(field.before, timeZone)}
                </del>
                <ins>
                  <span className="vh">after </span>
                  {valueText(field.after, timeZone)}
                </ins>
              </Fragment>
            )}
            {why && <p className="small">{why}</p>}
          </div>
        )
      })}
      {fields.length > shown.length && (
        <Button kind="link" onClick={() => setAll(true)}>
          {`${fields.length - shown.length} more`}
        </Button>
      )}
    </section>
  )
}
