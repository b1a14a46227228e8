/** What can be promised to whoever waits: nothing about how many others wait or when it comes, which no shop knows. */
export function AlertFacts() {
  return (
    <dl className="facts">
      <div>
        <dt>How often</dt>
        <dd>Once. For the time after that you ask again.</dd>
      </div>
      <div>
        <dt>In which order</dt>
        <dd>Whoever asked first is told first.</dd>
      </div>
      <div>
        <dt>Kept for you</dt>
        <dd>No. It belongs to whoever orders it first.</dd>
      </div>
    </dl>
  )
}
