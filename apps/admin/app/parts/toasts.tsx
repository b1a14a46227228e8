import { CircleAlert, X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

interface Said {
  readonly text: string
  readonly bad?: boolean
  /** Takes it back. */
  readonly undo?: () => void
  /** What else can be looked at, such as those that failed. */
  readonly more?: { readonly name: string; readonly run: () => void }
}

type Say = (said: Said) => void
const Saying = createContext<Say>(() => {})
/** The last thing that went wrong, and how many did before it. */
const Failing = createContext<{ readonly text: string; readonly nth: number } | undefined>(undefined)

/** What went wrong last, for a dialog that stands before the toasts. */
export const useFailure = () => useContext(Failing)

/** Tells how far something is: words, and the share of it that is done where that is known. */
export type Tell = (words: string, share?: number) => void
type Work = (begins: string, run: (tell: Tell, signal: AbortSignal) => Promise<Said | undefined>) => void
const Working = createContext<Work>(() => {})

const lastsMs = 10_000
const atMost = 4

/** Says what was done, for ten seconds or as long as somebody looks at it. */
export const useSay = (): Say => useContext(Saying)

/** Does something that takes its time, wherever one goes meanwhile; it says how far it is, and can be stopped. */
export const useWork = (): Work => useContext(Working)

interface UnderWay {
  readonly id: number
  readonly words: string
  readonly share: number | undefined
  readonly stop: () => void
}

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Said & { readonly id: number })[]>([])
  const dismiss = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), [])
  const [failure, setFailure] = useState<{ readonly text: string; readonly nth: number }>()
  const say = useCallback<Say>((said) => {
    if (said.bad) setFailure((last) => ({ text: said.text, nth: (last?.nth ?? 0) + 1 }))
    setShown((all) => [...all, { ...said, id: (all.at(-1)?.id ?? 0) + 1 }].slice(-atMost))
  }, [])
  const [underWay, setUnderWay] = useState<readonly UnderWay[]>([])
  const begun = useRef(0)
  const work = useCallback<Work>(
    (begins, run) => {
      const id = ++begun.current
      const stopping = new AbortController()
      setUnderWay((all) => [...all, { id, words: begins, share: undefined, stop: () => stopping.abort() }])
      const tell: Tell = (words, share) => setUnderWay((all) => all.map((one) => (one.id === id ? { ...one, words, share } : one)))
      void run(tell, stopping.signal)
        .catch((): Said => ({ text: 'The shop did not answer. Look whether it was done before you try again.', bad: true }))
        .then((said) => {
          setUnderWay((all) => all.filter((one) => one.id !== id))
          if (said) say(said)
        })
    },
    [say],
  )
  return (
    <Saying value={say}>
      <Failing value={failure}>
        <Working value={work}>{children}</Working>
      </Failing>
      <div className="toasts" role="region" aria-label="What was done">
        {underWay.map(({ id, words, share, stop }) => (
          <div key={id} className="toast" role="status">
            <p>{words}</p>
            <Button small onClick={stop}>
              Stop
            </Button>
            {share !== undefined && <span className="fuse" style={{ '--left': `${Math.round(share * 100)}%` } as React.CSSProperties} />}
          </div>
        ))}
        {shown.map((one) => (
          <Toast key={one.id} said={one} onGone={() => dismiss(one.id)} />
        ))}
      </div>
    </Saying>
  )
}

function Toast({ said: { text, bad, undo, more }, onGone }: { said: Said; onGone: () => void }) {
  // The fuse burns by the animation: it stands still while the pointer or the focus is on the toast, and ends it.
  const fuse = useMemo(() => ({ animationDuration: `${lastsMs}ms` }), [])
  return (
    <div className="toast" role={bad ? 'alert' : 'status'} {...(bad && { 'data-tone': 'danger' })}>
      {bad && <Icon of={CircleAlert} />}
      <p>{text}</p>
      {more && (
        <Button
          small
          onClick={() => {
            more.run()
            onGone()
          }}
        >
          {more.name}
        </Button>
      )}
      {undo && (
        <Button
          small
          onClick={() => {
            undo()
            onGone()
          }}
        >
          Undo
        </Button>
      )}
      <IconButton icon={X} name="Dismiss" onClick={onGone} />
      <span className="fuse burns" style={fuse} onAnimationEnd={onGone} />
    </div>
  )
}
