import { useEffect, useState } from 'react'

/** ` in 0:38`, and nothing once there is nothing to wait for. */
export function Countdown({ left }: { left: number }) {
  if (left === 0) return null
  return (
    <span className="figures">
      {' '}
      in {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
    </span>
  )
}

/** Of so many seconds from now on, how many are left. */
export function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  const [heard, setHeard] = useState(seconds)
  if (heard !== seconds) {
    setHeard(seconds)
    setLeft(seconds)
  }
  useEffect(() => {
    if (seconds === 0) return
    const until = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
