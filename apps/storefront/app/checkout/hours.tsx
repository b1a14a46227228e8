import { Fragment, useState } from 'react'
import { useHydrated } from '../shop/use-hydrated.ts'
import type { WayOption } from './checkout.ts'

/**
 * The days and hours of a way, once it is chosen. Which day's hours show is up to the radios alone, and each day has an hour chosen
 * beforehand, so whatever is sent is a choice. The list it stands in must know nothing of it.
 */
export function Hours({ of: { value, days = [], hour }, label }: { of: WayOption; label: (day: string | undefined) => string }) {
  const first = days.find(({ hours }) => hours.some(({ code }) => code === hour)) ?? days[0]
  const [day, setDay] = useState(first?.title)
  const here = useHydrated()
  return (
    <fieldset className="slots">
      <legend className="label">{label(here ? day : undefined)}</legend>
      <div className="slots__days">
        {days.map(({ date, weekday, day, title, hours }) => (
          <Fragment key={date}>
            <label className="dayb">
              <input
                type="radio"
                name={`day.${value}`}
                value={date}
                defaultChecked={date === first?.date}
                onChange={() => setDay(title)}
                aria-label={title}
              />
              <small aria-hidden="true">{weekday}</small>
              <b aria-hidden="true">{day}</b>
            </label>
            <div className="slots__grid" role="radiogroup" aria-label={`Hour on ${title}`}>
              {hours.map(({ code, words }, at) => (
                <div className="pick" key={code}>
                  <input
                    type="radio"
                    name={`hour.${value}.${date}`}
                    value={code}
                    aria-label={words}
                    defaultChecked={hours.some((one) => one.code === hour) ? code === hour : at === 0}
                  />
                  <span className="pick__box figures" aria-hidden="true">
                    {words}
                  </span>
                </div>
              ))}
            </div>
          </Fragment>
        ))}
      </div>
      <p className="hint">It is yours once you have ordered.</p>
    </fieldset>
  )
}
