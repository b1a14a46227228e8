import type { Page, PageField, PageVersion } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { shortDate } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useShop } from '../shop.ts'
import { plainText } from './convert.ts'
import { refusals } from './text.ts'

export interface PageLoaded {
  readonly fields: readonly { readonly field: PageField; readonly value: string }[]
  readonly versions: readonly PageVersion[]
}

interface VersionsProps {
  of: Page
  versions: readonly PageVersion[]
  mayWrite: boolean
  /** The page is written as it was. */
  onRestored: () => void
}

/** What was published when and by whom; each can be read, and written again. */
export function Versions({ of, versions, mayWrite, onRestored }: VersionsProps) {
  const { timeZone } = useShop()
  const [looking, setLooking] = useState<PageVersion>()
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Versions</h2>
      </header>
      {versions.length === 0 && !of.changed ? null : (
        <ol className="tl mini">
          {of.changed && (
            <li>
              <span className="dot" />
              <p>
                <b>{of.latestVersion + 1}</b>, not live yet
              </p>
            </li>
          )}
          {versions.map((version) => (
            <li key={version.version}>
              <span className="dot" />
              <p>
                <Button kind="link" onClick={() => setLooking(version)}>
                  {`Version ${version.version}`}
                </Button>
                {version.publishedBy && `, ${version.publishedBy}`}
                {version.current && ', live'} <time dateTime={version.publishedDate}>{shortDate(version.publishedDate, timeZone)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      <p className="hint">Orders remember the version that was agreed to.</p>
      {looking && (
        <VersionDialog
          of={of}
          version={looking}
          on={shortDate(looking.publishedDate, timeZone)}
          mayWrite={mayWrite}
          onRestored={onRestored}
          onClose={() => setLooking(undefined)}
        />
      )}
    </section>
  )
}

interface VersionDialogProps {
  of: Page
  version: PageVersion
  on: string
  mayWrite: boolean
  onRestored: () => void
  onClose: () => void
}

function VersionDialog({ of, version: { version, title }, on, mayWrite, onRestored, onClose }: VersionDialogProps) {
  const { act, busy } = useAct(refusals)
  const found = useAnswer({
    ask: (signal) => client.sitePages.getVersion({ id: of.id, version: String(version) }, { signal }),
    of: version,
    ms: 0,
  })
  const restore = () =>
    void act(async () => {
      await client.sitePages.restoreVersion({ id: of.id, version: String(version) })
      onRestored()
      onClose()
      return `The draft is written as in version ${version}.`
    })
  return (
    <Dialog
      wide
      title={`Version ${version}: ${title}`}
      about={`Published ${on}.`}
      does="Restore as draft"
      busy={busy}
      disabled={!mayWrite || !found}
      says="Your draft is replaced; what is live stays until you publish."
      onDo={restore}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys */}
      <div className="version-text" role="region" aria-label="Text of this version" tabIndex={0}>
        {found ? plainText(found.content) : '…'}
      </div>
    </Dialog>
  )
}
