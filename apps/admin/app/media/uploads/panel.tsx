import { Pause, Play, RotateCw, Upload as UploadIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { many } from '../../list/many.ts'
import { Button } from '../../parts/button.tsx'
import { durationText, partText, sizeText } from '../text.ts'
import { useLeftOver } from './left-over.ts'
import { clearUploads, goOnWithAll, pauseAll, removeUpload, sendAgain, type Upload, useUploadQueue } from './queue.ts'

/** So many lines stand there at once; of the others only their number. */
const mostLines = 8

/** What is on its way to the shop, and what did not get there. */
export function UploadPanel({ onChoose }: { onChoose: () => void }) {
  const { all, paused, speed } = useUploadQueue()
  const open = all.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'checking')
  const left = useLeftOver(open.length > 0)
  if (all.length === 0)
    return (
      left.files.length > 0 && (
        <div className="uploads" role="status">
          <div className="row wraps">
            <b>{many(left.files.length, 'upload was', 'uploads were')} broken off</b>
            <span className="faint small grow">
              {left.files
                .slice(0, 3)
                .map(({ name }) => name)
                .join(', ')}
              {left.files.length > 3 && ` and ${left.files.length - 3} more`}. Choose the same files again: they go on where they were.
            </span>
            <Button small kind="ghost" onClick={left.forget}>
              Forget
            </Button>
            <Button small icon={UploadIcon} onClick={onChoose}>
              Choose
            </Button>
          </div>
        </div>
      )
    )
  const done = all.filter(({ state }) => state === 'done').length
  const failed = all.filter(({ state }) => state === 'failed').length
  const missing = open.reduce((sum, { bytes, sent }) => sum + bytes - sent, 0)
  const lines = [...all.filter(({ state }) => state === 'failed'), ...open.filter(({ state }) => state !== 'waiting')].slice(0, mostLines)
  return (
    <section className="uploads" aria-label="Uploads">
      <div className="row wraps">
        <b role="status">
          {open.length === 0
            ? `${many(done, 'file')} uploaded${failed > 0 ? `, ${failed} not` : ''}`
            : paused
              ? `Paused: ${many(open.length, 'file')} to go`
              : `Uploading ${Math.min(all.length, done + failed + 1)} of ${all.length}`}
        </b>
        <span className="faint small">
          {open.length > 0 &&
            !paused &&
            `${speed > 0 ? `${sizeText(speed)}/s, ${durationText(missing / speed)} to go. ` : ''}You can leave this page.`}
        </span>
        <span className="grow" />
        {open.length === 0 ? (
          <Button kind="ghost" small onClick={clearUploads}>
            Close
          </Button>
        ) : paused ? (
          <Button kind="ghost" small icon={Play} onClick={goOnWithAll}>
            Go on
          </Button>
        ) : (
          <Button kind="ghost" small icon={Pause} onClick={pauseAll}>
            Pause
          </Button>
        )}
      </div>
      <ul className="plain">
        {lines.map((one) => (
          <Line key={one.id} of={one} />
        ))}
      </ul>
    </section>
  )
}

function Line({ of: { id, name, bytes, sent, state, why, again } }: { of: Upload }) {
  if (state === 'failed')
    return (
      <li className="up-r bad">
        <span className="mono small ell">{name}</span>
        <span className="down small">{why}</span>
        <span className="row">
          {again && (
            <Button kind="link" icon={RotateCw} onClick={() => sendAgain(id)}>
              Again
            </Button>
          )}
          <Button kind="link" aria-label={`Remove ${name}`} onClick={() => removeUpload(id)}>
            Remove
          </Button>
        </span>
      </li>
    )
  const share = bytes === 0 ? 0 : Math.min(1, sent / bytes)
  return (
    <li className="up-r">
      <span className="mono small ell">{name}</span>
      <span
        className="meter"
        data-tone="accent"
        role="progressbar"
        aria-label={name}
        aria-valuenow={Math.round(share * 100)}
        style={{ '--v': `${(share * 100).toFixed(1)}%` } as CSSProperties}
      />
      <span className="row">
        <span className="faint small grow">{state === 'checking' ? 'done, checking' : partText(sent, bytes)}</span>
        <Button kind="link" aria-label={`Stop ${name}`} onClick={() => removeUpload(id)}>
          Stop
        </Button>
      </span>
    </li>
  )
}
