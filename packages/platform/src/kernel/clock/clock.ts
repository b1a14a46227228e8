/** What time it is for the whole platform: codes, timers, prices and mails all ask here. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** How the shop's clock goes: it stands somewhere, or runs so far ahead of real time. */
export interface ClockSetting {
  readonly frozenAt: Date | null
  readonly aheadMs: number
  /** One more with each move. */
  readonly revision: number
}

/** A clock that can be moved. Sign-ins, keys and the outside world go by the real one under it. */
export interface StoreClock extends Clock {
  readonly real: Clock
  readonly setting: ClockSetting
  /** Goes as was written down, here or by another process; what is older than what it heard before changes nothing. */
  set(setting: ClockSetting): void
}

export const realTime: ClockSetting = { frozenAt: null, aheadMs: 0, revision: 0 }

/** What a clock that goes like this shows. */
export const shownBy = ({ frozenAt, aheadMs }: Pick<ClockSetting, 'frozenAt' | 'aheadMs'>, real: Date): Date =>
  frozenAt ?? (aheadMs === 0 ? real : new Date(real.getTime() + aheadMs))

export function storeClock(real: Clock): StoreClock {
  let setting = realTime
  return {
    real,
    get setting() {
      return setting
    },
    set(next) {
      if (next.revision >= setting.revision) setting = next
    },
    now: () => shownBy(setting, real.now()),
  }
}
