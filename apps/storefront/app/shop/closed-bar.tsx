/** Tells staff who look at a closed shop that nobody else does. */
export default function ClosedBar() {
  return (
    <section className="closed-bar" aria-label="Only for staff">
      <span>This shop is closed: visitors read “Opening soon”.</span>
      <a className="link" href="/admin/start">
        Open it in the admin
      </a>
    </section>
  )
}
