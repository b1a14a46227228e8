/** How many of five stars. */
export const Stars = ({ of }: { of: number }) => (
  <span className="stars" role="img" aria-label={`${of} of 5 stars`}>
    {'★'.repeat(of)}
    <span>{'★'.repeat(5 - of)}</span>
  </span>
)
